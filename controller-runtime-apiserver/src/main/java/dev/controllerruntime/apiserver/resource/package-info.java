/**
 * The kinds that the server serves: recorded ones with their traits, and those of installed custom
 * resource definitions; the discovery and OpenAPI documents that tell of them.
 *
 * <p>Threading: everything is called under the engine's lock. Ordering: documents list recorded
 * groups in the recorded order, then custom groups by name. Next stage: {@code storage}.
 */
@NullMarked
package dev.controllerruntime.apiserver.resource;

import org.jspecify.annotations.NullMarked;
