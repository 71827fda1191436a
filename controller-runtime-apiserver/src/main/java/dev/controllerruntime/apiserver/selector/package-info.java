/**
 * Label and field selectors as they stand in the query of a list, watch or delete-collection.
 *
 * <p>Role in the flow: query text → a predicate on stored objects, or the server's 400. Immutable
 * values, safe from any thread. Requirements keep the order of the query.
 */
@NullMarked
package dev.controllerruntime.apiserver.selector;

import org.jspecify.annotations.NullMarked;
