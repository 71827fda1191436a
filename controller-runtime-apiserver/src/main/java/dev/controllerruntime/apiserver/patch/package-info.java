/**
 * JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7386) with the answers of {@code kube-apiserver}.
 * Strategic merge is not here yet.
 *
 * <p>Role in the flow: body of a PATCH request + stored object → wanted object; the engine then
 * goes on as for an update. Pure functions: inputs are never changed, no state, safe from any
 * thread.
 */
@NullMarked
package dev.controllerruntime.apiserver.patch;

import org.jspecify.annotations.NullMarked;
