/** Tests beside the classes they test. */
package io.windhover.app.terminal;
