@org.jspecify.annotations.NullMarked
package io.windhover.depot.address;
