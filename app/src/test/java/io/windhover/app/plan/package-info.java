/** Tests of what a plan is made of. */
package io.windhover.app.plan;
