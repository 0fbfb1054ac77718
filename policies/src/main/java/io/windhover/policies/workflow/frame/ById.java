package io.windhover.policies.workflow.frame;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Things by their id, in the order of their ids. Ids are given out without gaps, so finding one is
 * looking at a place of an array; arrays of which everything has gone are let go.
 */
final class ById<T> {
  private static final int PAGE_BITS = 10;
  private static final int PAGE_SIZE = 1 << PAGE_BITS;

  private static final class Page<T> {
    private final List<@Nullable T> things = new ArrayList<>(PAGE_SIZE);
    private int count;

    Page() {
      for (int i = 0; i < PAGE_SIZE; i++) {
        things.add(null);
      }
    }
  }

  private final List<@Nullable Page<T>> pages = new ArrayList<>();
  private int size;

  int size() {
    return size;
  }

  @Nullable T get(int id) {
    int number = id >> PAGE_BITS;
    Page<T> page = number < pages.size() ? pages.get(number) : null;
    return page == null ? null : page.things.get(id & (PAGE_SIZE - 1));
  }

  boolean contains(int id) {
    return get(id) != null;
  }

  void put(int id, T thing) {
    int number = id >> PAGE_BITS;
    while (pages.size() <= number) {
      pages.add(null);
    }
    Page<T> page = pages.get(number);
    if (page == null) {
      page = new Page<>();
      pages.set(number, page);
    }
    if (page.things.set(id & (PAGE_SIZE - 1), thing) == null) {
      page.count++;
      size++;
    }
  }

  void remove(int id) {
    int number = id >> PAGE_BITS;
    Page<T> page = number < pages.size() ? pages.get(number) : null;
    if (page != null && page.things.set(id & (PAGE_SIZE - 1), null) != null) {
      size--;
      page.count--;
      if (page.count == 0) {
        pages.set(number, null);
      }
    }
  }

  Collection<T> values() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<T> iterator() {
        return new InOrder();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private final class InOrder implements Iterator<T> {
    private int id = -1;
    private @Nullable T next = following();

    /** Passes over pages of which nothing is left. */
    private @Nullable T following() {
      id++;
      while (id >> PAGE_BITS < pages.size()) {
        T thing = get(id);
        if (thing != null) {
          return thing;
        }
        id = pages.get(id >> PAGE_BITS) == null ? ((id >> PAGE_BITS) + 1) << PAGE_BITS : id + 1;
      }
      return null;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public T next() {
      T thing = next;
      if (thing == null) {
        throw new NoSuchElementException();
      }
      next = following();
      return thing;
    }
  }
}
