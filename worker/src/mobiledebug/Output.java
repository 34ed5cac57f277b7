package mobiledebug;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Standard output: one line each, never a longer one than the server takes. */
final class Output {
    private final PrintStream stream;

    Output(PrintStream stream) {
        this.stream = stream;
    }

    void answer(long id, Json answer) {
        String line = Json.object().put("id", id).put("ok", answer).toString();
        if (line.length() >= Worker.LONGEST_LINE) {
            refuse(id, Refusals.INVALID_LENGTH);
        } else {
            write(line);
        }
    }

    void refuse(long id, int error) {
        write(Json.object().put("id", id).put("error", error).toString());
    }

    void refuse(long id, String reason) {
        write(Json.object().put("id", id).put("failed", reason).toString());
    }

    void event(Json set) {
        write(Json.object().put("event", set).toString());
    }

    void closed() {
        write(Json.object().put("closed", true).toString());
    }

    /** Of ASCII alone: all else is escaped. */
    private synchronized void write(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
        stream.write(bytes, 0, bytes.length);
        stream.flush();
    }
}
