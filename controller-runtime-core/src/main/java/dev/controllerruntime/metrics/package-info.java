/**
 * Names, tags and the binder to Micrometer. The names and labels are those of
 * sigs.k8s.io/controller-runtime v0.25, so that its dashboards and alerts work unchanged; a test
 * compares them with a recorded list. Every series exists from the start with the value zero.
 *
 * <p>Threading: thread-safe; updates take no lock of ours and never wait. Gauges are read by
 * whoever scrapes.
 */
@NullMarked
package dev.controllerruntime.metrics;

import org.jspecify.annotations.NullMarked;
