package io.windhover.core.model;

/** How a machine is rented. */
public enum Market {
  /** Stays until it is given back. */
  ON_DEMAND("on-demand"),
  /** Cheaper, and the provider may take it away or hibernate it. */
  SPOT("spot");

  private final String text;

  Market(String text) {
    this.text = text;
  }

  /** As people and files write it. */
  public String text() {
    return text;
  }
}
