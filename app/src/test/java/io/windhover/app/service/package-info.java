/** The book of the placement service and its facts on disk. */
package io.windhover.app.service;
