package io.windhover.experiments.paper;

/**
 * A claim that can fail. What is measured in real time stands in the detail only when the check
 * failed, so that passing reports are equal byte for byte.
 */
public record Check(String name, boolean ok, String detail) {}
