/**
 * The way into the API server without a network: the same requests and the same bytes, handed over
 * in memory.
 *
 * <p>Every wait goes through {@code concurrent}, so under a simulation each call is three points at
 * which others may run: before it is sent, after its effect, before it returns. Frames of one
 * answer arrive in the order in which the engine pushed them.
 */
@NullMarked
package dev.controllerruntime.testkit.inprocess;

import org.jspecify.annotations.NullMarked;
