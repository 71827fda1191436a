/**
 * The immutable {@link dev.controllerruntime.controller.Controller} value, and what runs it: {@link
 * dev.controllerruntime.controller.ControllerLoop} with its workers, retry and time-outs.
 *
 * <p>Role in the flow: takes requests from queue and calls the {@link
 * dev.controllerruntime.reconciler.Reconciler}, the next and last stage. Built and stopped by
 * manager, which reads {@link dev.controllerruntime.controller.ControllerSpec} and makes the
 * context of each run through {@link dev.controllerruntime.controller.ContextFactory}.
 *
 * <p>Threading: values are immutable; the loop is thread-safe and calls user code on its workers
 * only. Ordering: runs of one key never overlap; others are not ordered among each other.
 *
 * <p>How a run's end is understood: an exception overrides a requested delay; null and any {@link
 * java.lang.Throwable} fail the key, never the worker; a terminal error waits for the next event; a
 * run over its time counts as failed whatever it returns later.
 */
@NullMarked
package dev.controllerruntime.controller;

import org.jspecify.annotations.NullMarked;
