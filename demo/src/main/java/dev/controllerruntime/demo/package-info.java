/**
 * The demo: an API server in this JVM, a small application, and both sample controllers under
 * leader election, each action told in one line. A launcher: the only place beside the servers that
 * may use threads and the clock.
 */
@NullMarked
package dev.controllerruntime.demo;

import org.jspecify.annotations.NullMarked;
