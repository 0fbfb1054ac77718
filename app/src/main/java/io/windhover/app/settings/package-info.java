/** What users, managers and workers write down once: which pool, which server, which secret. */
@NullMarked
package io.windhover.app.settings;

import org.jspecify.annotations.NullMarked;
