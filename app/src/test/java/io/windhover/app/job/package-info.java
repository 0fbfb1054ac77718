/** One shape of a job, wherever it is shown. */
package io.windhover.app.job;
