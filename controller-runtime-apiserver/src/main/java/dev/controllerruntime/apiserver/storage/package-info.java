/**
 * Objects as bytes, one version counter over all of them, and a bounded history of changes.
 *
 * <p>Threading: called under the engine's lock; {@link
 * dev.controllerruntime.apiserver.storage.StoredObject} and {@link
 * dev.controllerruntime.apiserver.storage.Event} are immutable. Ordering: versions grow by one per
 * change, and listeners hear of changes in that order. Next stage: {@code watch}.
 */
@NullMarked
package dev.controllerruntime.apiserver.storage;

import org.jspecify.annotations.NullMarked;
