/** Which state folder is meant, and what is recorded in it. */
package io.windhover.app.state;
