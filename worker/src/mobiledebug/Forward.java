package mobiledebug;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** The port of the adb server that leads to the process. Removed at the end, if it is still exactly that. */
final class Forward {
    private static final int LONGEST_ANSWER = 1 << 16;

    private SocketAddress server;
    private String entry;
    private String removal;

    /** From the question to attach; without `adb` in it there is none. */
    synchronized void isOurs(Map<String, Object> question) {
        if (!(question.get("adb") instanceof Map<?, ?> adb)) return;
        server = adb.get("path") instanceof String path
                ? UnixDomainSocketAddress.of(path)
                : new InetSocketAddress((String) adb.get("host"), Math.toIntExact((Long) adb.get("port")));
        entry = (String) adb.get("entry");
        removal = (String) adb.get("removal");
    }

    synchronized void remove() {
        if (server == null) return;
        try {
            boolean isThere = Arrays.asList(ask("host:list-forward").split("\n")).contains(entry);
            if (isThere) ask(removal);
        } catch (IOException gone) {
            // Forwards end with their adb server.
        }
        server = null;
    }

    /** The text of the answer behind its state and length. */
    private String ask(String service) throws IOException {
        try (SocketChannel channel = SocketChannel.open(server)) {
            byte[] words = service.getBytes(StandardCharsets.UTF_8);
            byte[] length = String.format("%04x", words.length).getBytes(StandardCharsets.US_ASCII);
            ByteBuffer request = ByteBuffer.allocate(length.length + words.length).put(length).put(words).flip();
            while (request.hasRemaining()) channel.write(request);
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            ByteBuffer part = ByteBuffer.allocate(4_096);
            while (answer.size() < LONGEST_ANSWER && channel.read(part) >= 0) {
                answer.write(part.array(), 0, part.position());
                part.clear();
            }
            String text = answer.toString(StandardCharsets.UTF_8);
            return text.startsWith("OKAY") && text.length() >= 8 ? text.substring(8) : "";
        }
    }
}
