package dev.controllerruntime.apiserver.storage;

/**
 * Events in order of their versions: added at one end, forgotten at the other, found by version.
 * Not thread-safe.
 *
 * @since 0.1.0
 */
public final class EventLog {
  private Event[] ring = new Event[16];
  private int head;
  private int size;

  /** How many events are kept. */
  public int size() {
    return size;
  }

  /** The event at this place, 0 is the oldest. */
  public Event get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return ring[(head + index) & (ring.length - 1)];
  }

  /** The place of the first event after this version; {@link #size} when there is none. */
  public int after(long version) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (get(middle).version() <= version) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  void add(Event event) {
    if (size == ring.length) {
      Event[] larger = new Event[ring.length * 2];
      for (int i = 0; i < size; i++) {
        larger[i] = get(i);
      }
      ring = larger;
      head = 0;
    }
    ring[(head + size) & (ring.length - 1)] = event;
    size++;
  }

  @SuppressWarnings("NullAway") // a free slot holds null so that its event can be collected
  void removeFirst() {
    ring[head] = null;
    head = (head + 1) & (ring.length - 1);
    size--;
  }
}
