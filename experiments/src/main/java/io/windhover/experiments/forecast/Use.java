package io.windhover.experiments.forecast;

/**
 * Machines of one type and market together, in one run or on average over many.
 *
 * @param hours all of them were up, frozen time not counted; of a stream, where what is paid
 *     between jobs matters too, hours paid for
 */
public record Use(String type, String market, double count, double hours, double dollars) {}
