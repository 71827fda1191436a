/**
 * What the real server does to particular kinds beyond generic storage: defaults, immutable fields,
 * names, addresses of Services. Mostly data ({@code builtin/*.json}); code only where data does not
 * reach.
 *
 * <p>Threading: called under the engine's lock. Ordering: none. Next stage: {@code verb}.
 */
@NullMarked
package dev.controllerruntime.apiserver.builtin;

import org.jspecify.annotations.NullMarked;
