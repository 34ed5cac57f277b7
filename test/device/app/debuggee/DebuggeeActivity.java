package debuggee;

import android.app.Activity;
import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.os.Bundle;
import java.io.PrintStream;

/** Runs the program of the debugger's tests in an app. Its standard input and output are a local socket. */
public class DebuggeeActivity extends Activity {
  private static boolean started = false;

  @Override
  protected void onCreate(Bundle state) {
    super.onCreate(state);
    if (started) return;
    started = true;
    new Program().start();
  }

  /** Named like the thread that a Java virtual machine begins with. */
  private static class Program extends Thread {
    Program() {
      super("main");
    }

    @Override
    public void run() {
      try {
        LocalServerSocket server = new LocalServerSocket("mobile-debug-debuggee");
        LocalSocket client = server.accept();
        System.setIn(client.getInputStream());
        System.setOut(new PrintStream(client.getOutputStream(), true));
        shop.Shop.main(new String[0]);
      } catch (Exception error) {
        throw new IllegalStateException(error);
      }
      System.exit(0);
    }
  }
}
