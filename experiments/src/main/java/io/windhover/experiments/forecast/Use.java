package io.windhover.experiments.forecast;

/**
 * Machines of one type and market together, in one run or on average over many.
 *
 * @param hours all of them were up, frozen time not counted
 */
public record Use(String type, String market, double count, double hours, double dollars) {}
