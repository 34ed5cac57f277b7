package mobiledebug;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets a server debug one Java process through JDI. Questions come as lines of JSON on standard input and are answered
 * by lines on standard output; it decides nothing by itself. It ends when its input ends or its parent is gone: then
 * the process runs on, and the forward that led to it is removed.
 */
public final class Worker {
    /** Of an answer and of a question. */
    static final int LONGEST_LINE = 1 << 20;
    /** Whatever hangs while it ends: the agent lets the process run on when the connection breaks. */
    private static final long ENDING_MS = 1_500;
    private static final int MOST_RUNNING = 16;

    private final Output output = new Output(System.out);
    private final Machine machine = new Machine(output);
    private final Forward forward = new Forward();
    private final ExecutorService inOrder = Executors.newSingleThreadExecutor(Worker::daemon);
    /** For what may take as long as the process likes: the rest is answered meanwhile. */
    private final ExecutorService besides = Executors.newFixedThreadPool(MOST_RUNNING, Worker::daemon);
    private final AtomicBoolean isEnding = new AtomicBoolean();

    public static void main(String[] args) throws IOException {
        Worker worker = new Worker();
        ProcessHandle.of(Long.parseLong(args[0])).ifPresentOrElse(
                parent -> parent.onExit().thenRun(worker::end), worker::end);
        try {
            worker.read(new BufferedInputStream(System.in, 1 << 16));
        } finally {
            worker.end();
        }
    }

    private void read(InputStream input) throws IOException {
        byte[] line = new byte[4_096];
        int length = 0;
        for (int next = input.read(); next >= 0; next = input.read()) {
            if (next == '\n') {
                take(new String(line, 0, length, StandardCharsets.UTF_8));
                length = 0;
                continue;
            }
            if (length == LONGEST_LINE) {
                return;
            }
            if (length == line.length) {
                line = java.util.Arrays.copyOf(line, Math.min(LONGEST_LINE, length * 2));
            }
            line[length++] = (byte) next;
        }
    }

    private void take(String line) {
        Map<String, Object> question = Json.readObject(line);
        String what = Json.text(question, "do");
        boolean mayTakeLong = what.equals("attach") || what.equals("invoke") || what.equals("dispose");
        (mayTakeLong ? besides : inOrder).execute(() -> answer(what, question));
    }

    private void answer(String what, Map<String, Object> question) {
        long id = Json.number(question, "id");
        try {
            if (what.equals("attach")) {
                forward.isOurs(question);
            }
            output.answer(id, machine.answer(what, question));
        } catch (AttachProblem problem) {
            output.refuse(id, problem.reason);
        } catch (Throwable problem) {
            output.refuse(id, Refusals.numberOf(problem));
        }
    }

    private void end() {
        if (!isEnding.compareAndSet(false, true)) {
            return;
        }
        Thread watchdog = daemon(() -> {
            try {
                Thread.sleep(ENDING_MS);
            } catch (InterruptedException interrupted) {
                // Then it is time as well.
            }
            Runtime.getRuntime().halt(1);
        });
        watchdog.start();
        // Side by side: neither a process that keeps silent nor an adb server that does may hold up the other.
        Thread disposing = daemon(machine::dispose);
        disposing.start();
        forward.remove();
        try {
            disposing.join();
        } catch (InterruptedException interrupted) {
            // Then the end of the connection lets the process run on.
        }
        Runtime.getRuntime().halt(0);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
