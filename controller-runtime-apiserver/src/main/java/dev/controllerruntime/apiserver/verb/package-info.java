/**
 * One small class per verb: get, list, watch, create, update, patch, delete, delete collection.
 *
 * <p>Role in the flow: gets a parsed request, answers or keeps its exchange. Threading: called
 * under the engine's lock. Ordering: the answer of a write is sent before the events that later
 * writes cause. Next stage: {@code storage}.
 */
@NullMarked
package dev.controllerruntime.apiserver.verb;

import org.jspecify.annotations.NullMarked;
