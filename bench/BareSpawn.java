import java.io.File;
import java.lang.ProcessBuilder.Redirect;

/**
 * The bare loop that our overhead is measured against: two threads that start `true` and wait for
 * it, with nothing kept and nothing written.
 */
public final class BareSpawn {
  public static void main(String[] arguments) throws InterruptedException {
    int count = Integer.parseInt(arguments[0]);
    Thread[] threads = new Thread[2];
    for (int t = 0; t < threads.length; t++) {
      threads[t] = new Thread(() -> spawn(count / threads.length));
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void spawn(int count) {
    try {
      for (int i = 0; i < count; i++) {
        new ProcessBuilder("true")
            .redirectInput(new File("/dev/null"))
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start()
            .waitFor();
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
