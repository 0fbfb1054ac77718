@org.jspecify.annotations.NullMarked
package io.windhover.workload.scenario;
