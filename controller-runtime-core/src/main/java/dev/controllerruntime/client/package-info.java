/**
 * Reads and writes of objects: get, list, create, edit, replace, apply, patch, delete,
 * subresources, errors as types. {@link dev.controllerruntime.client.Reader} is implemented live
 * here and from memory in cache. Every completed write is told to {@link
 * dev.controllerruntime.client.WriteListener}s before it returns, so that caches show own writes.
 *
 * <p>Threading: thread-safe; calls block their thread.
 */
@NullMarked
package dev.controllerruntime.client;

import org.jspecify.annotations.NullMarked;
