package io.windhover.manager;

/**
 * The pool's key is not the one this state was begun with: its leases carry another mark, so their
 * machines would be neither known nor ended.
 */
public final class OtherPoolKey extends RuntimeException {
  private static final long serialVersionUID = 1;

  OtherPoolKey(String begunWith, String mark) {
    super(
        "the leases of this state are marked %s, and this pool key marks them %s; expected the pool"
                .formatted(begunWith, mark)
            + " key that the state was begun with");
  }
}
