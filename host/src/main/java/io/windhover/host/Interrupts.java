package io.windhover.host;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Ctrl-C and its kin (SIGINT, SIGTERM, SIGHUP), told to the run instead of ending the JVM: the run
 * then ends its tasks, closes its books and exits by the same path as ever, with a code of its own.
 * A shutdown hook would not do: during a shutdown the JVM is deaf to a second Ctrl-C.
 *
 * <p>The JDK supports sun.misc.Signal for this and has nothing else; it is called by reflection
 * because the compiler has a warning for it that cannot be turned off. A signal that was ignored
 * when we started (nohup) stays ignored; the JVM sees to that.
 */
public final class Interrupts implements AutoCloseable {
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  private final Map<Object, Object> handlersBefore = new LinkedHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /**
   * Listens from now on.
   *
   * @param told called for every signal, on a thread of its own, with how many there were
   */
  public Interrupts(IntConsumer told) {
    try {
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              Interrupts.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  throw new UnsupportedOperationException(method.toString());
                }
                told.accept(count.incrementAndGet());
                return null;
              });
      for (String name : NAMES) {
        Object signal = signalType().getConstructor(String.class).newInstance(name);
        handlersBefore.put(signal, handle(signal, ours));
      }
    } catch (ReflectiveOperationException e) {
      // A JVM without it, or one told to leave signals alone (-Xrs): they do what they always do.
      close();
    }
  }

  private static Class<?> signalType() throws ClassNotFoundException {
    return Class.forName("sun.misc.Signal");
  }

  private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.SignalHandler");
    Method handle = signalType().getMethod("handle", signalType(), type);
    return handle.invoke(null, signal, handler);
  }

  /** Lets the signals do again what they did before. */
  @Override
  public void close() {
    handlersBefore.forEach(
        (signal, handler) -> {
          try {
            handle(signal, handler);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot give back " + signal, e);
          }
        });
    handlersBefore.clear();
  }
}
