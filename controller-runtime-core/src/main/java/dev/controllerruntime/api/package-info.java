/**
 * Values and type tokens that every stage of the flow speaks: kinds, keys, requests, metadata,
 * predicates, selectors and resource-version arithmetic. No I/O and no other package of ours.
 *
 * <p>Threading: everything here is immutable and free of side effects, except {@link
 * dev.controllerruntime.api.DynamicObject}, which belongs to the thread that reads or builds it.
 */
@NullMarked
package dev.controllerruntime.api;

import org.jspecify.annotations.NullMarked;
