/**
 * How fast and how frugal the stages are, beside a peer in the same run. No part of the flow.
 *
 * <p>Threading: JMH's.
 */
@NullMarked
package dev.controllerruntime.benchmarks;

import org.jspecify.annotations.NullMarked;
