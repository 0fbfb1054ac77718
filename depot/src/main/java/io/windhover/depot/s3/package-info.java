/**
 * S3, by the few calls that a depot needs, with a signer of our own: an SDK is larger than a
 * worker.
 */
@NullMarked
package io.windhover.depot.s3;

import org.jspecify.annotations.NullMarked;
