/** Who a server is: its certificate and key, made here or the operator's own. */
@NullMarked
package io.windhover.http.tls;

import org.jspecify.annotations.NullMarked;
