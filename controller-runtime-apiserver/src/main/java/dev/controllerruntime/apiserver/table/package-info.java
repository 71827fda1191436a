/**
 * Other renderings of stored objects that a client asks for by {@code Accept}: {@code Table},
 * {@code PartialObjectMetadata} and its list (KEP-2334, "Receiving resources as tables" in the API
 * concepts).
 *
 * <p>Role in the flow: the last step before an answer or a watch frame is written. Pure functions,
 * safe from any thread; rows keep the order of the objects. The clock is an argument.
 */
@NullMarked
package dev.controllerruntime.apiserver.table;

import org.jspecify.annotations.NullMarked;
