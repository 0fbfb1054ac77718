/** Where files are kept that must outlive the machine they were made on: a folder, or S3. */
@NullMarked
package io.windhover.depot;

import org.jspecify.annotations.NullMarked;
