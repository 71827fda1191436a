/**
 * Starts, stops and watches over all of it: life cycle, signals, health, metrics, diagnostics.
 *
 * <p>Role in the flow: connects transport, client, caches, sources, queues, controllers and leader
 * election. Order of the start: caches, then (in parallel) the election; a controller takes keys
 * once all its sources are synced and this process leads. Standbys keep caches and queues warm.
 * Order of the stop: controllers drain, Events are flushed, the lease is released, caches end.
 *
 * <p>Threading: everything public is thread-safe. One platform thread supervises each controller:
 * it waits for missing kinds and permissions, starts the controller when they come and suspends it
 * when they go. Health and metrics are answered on a thread of their own for each request.
 */
@NullMarked
package dev.controllerruntime.manager;

import org.jspecify.annotations.NullMarked;
