/**
 * What all policies for streams of workflows share: jobs in classes that are planned once, a book
 * of which task has which place on which machine, renting and giving back.
 */
@NullMarked
package io.windhover.policies.workflow.frame;

import org.jspecify.annotations.NullMarked;
