/**
 * The placement service without its HTTP: a book of hosts, instances and reservations, changed by
 * one thread, every change on disk before it is answered.
 */
@NullMarked
package io.windhover.app.service;

import org.jspecify.annotations.NullMarked;
