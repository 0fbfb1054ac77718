package io.windhover.experiments.paper;

/**
 * A picture that is drawn already.
 *
 * @param id the name of its file
 * @param figure the table or figure it belongs to
 */
public record Picture(String id, String figure, String svg) {}
