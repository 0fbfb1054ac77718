/** Certificates and keys. */
package io.windhover.http.tls;
