/**
 * Reads and writes of objects: get, list, create, edit, replace, apply, patch, delete,
 * subresources, errors as types.
 *
 * <p>Role in the flow: the way out, and the live way in. {@link
 * dev.controllerruntime.client.Reader} is implemented live here and from memory in cache. Every
 * completed write is told to {@link dev.controllerruntime.client.WriteListener}s, so that caches
 * show own writes; edits, replaces and applies start from the bytes of a cache where it has them
 * ({@link dev.controllerruntime.client.StartingBytes}), else from a live read. {@link
 * dev.controllerruntime.client.transport.WriteGate}s, put on with {@link
 * dev.controllerruntime.client.RuntimeClient}, decide whether writes may still go out.
 *
 * <p>Threading: thread-safe; calls block their thread and end with an exception when it is
 * interrupted. There is no other thread behind them.
 *
 * <p>Ordering: a listener has heard of a write before the call returns. Each request passes three
 * scheduling points: before it is sent, after its effect, before the call returns.
 *
 * <p>Not here yet: delete-collection, scale, eviction, binding, strategic merge patch.
 *
 * <p>Uses codec and client.transport. Next stages: cache and reconciler.
 */
@NullMarked
package dev.controllerruntime.client;

import org.jspecify.annotations.NullMarked;
