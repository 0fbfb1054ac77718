package io.windhover.placement;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hosts grouped by what makes them alike. A question is answered once per class; classes without
 * members are used again, so a pass over them stays short.
 */
final class HostClasses {
  private final Map<ClassKey, Integer> numbers = new LinkedHashMap<>();
  private @Nullable ClassKey[] keys = new ClassKey[16];
  private int[][] members = new int[16][];
  private int[] sizes = new int[16];
  private int[] unused = new int[16];
  private int unusedCount;
  private int limit;

  // By host.
  private int[] classOf = new int[16];
  private int[] position = new int[16];

  boolean inUse() {
    return limit > 0;
  }

  /** One more than the highest class number. */
  int limit() {
    return limit;
  }

  int size(int classNumber) {
    return sizes[classNumber];
  }

  int member(int classNumber, int at) {
    return members[classNumber][at];
  }

  int classOf(int host) {
    return classOf[host];
  }

  void enter(int host, ClassKey key) {
    Integer known = numbers.get(key);
    int number = known != null ? known : create(key);
    if (host >= classOf.length) {
      int length = Math.max(host + 1, classOf.length * 2);
      classOf = Arrays.copyOf(classOf, length);
      position = Arrays.copyOf(position, length);
    }
    int size = sizes[number]++;
    if (size == members[number].length) {
      members[number] = Arrays.copyOf(members[number], size * 2);
    }
    members[number][size] = host;
    classOf[host] = number;
    position[host] = size;
  }

  void leave(int host) {
    int number = classOf[host];
    int[] list = members[number];
    int last = --sizes[number];
    int moved = list[last];
    list[position[host]] = moved;
    position[moved] = position[host];
    if (last == 0) {
      numbers.remove(keys[number]);
      keys[number] = null;
      if (unusedCount == unused.length) {
        unused = Arrays.copyOf(unused, unusedCount * 2);
      }
      unused[unusedCount++] = number;
    }
  }

  private int create(ClassKey key) {
    int number = unusedCount > 0 ? unused[--unusedCount] : limit++;
    if (number == sizes.length) {
      int length = number * 2;
      keys = Arrays.copyOf(keys, length);
      members = Arrays.copyOf(members, length);
      sizes = Arrays.copyOf(sizes, length);
    }
    keys[number] = key;
    if (members[number] == null) {
      members[number] = new int[4];
    }
    numbers.put(key, number);
    return number;
  }
}
