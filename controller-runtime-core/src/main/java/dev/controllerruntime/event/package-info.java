/**
 * Sources and mapping functions: changes of objects into requests.
 *
 * <p>Role in the flow: each {@link dev.controllerruntime.event.WatchSpec} of a controller becomes a
 * handler on the informer of its kind. Predicates run on the state before and after, the mapping
 * function on both; the union of the requests goes to the queue.
 *
 * <p>Threading: everything here runs on the watch loop of the informer in question. User code that
 * throws is logged with controller, kind and key, counted, and stops nothing else; user code that
 * takes over 100 ms is logged and counted, for it delays its kind.
 *
 * <p>Ordering: requests are queued in the order of the changes of one informer. {@link
 * dev.controllerruntime.event.Sources#synced()} is true only when the requests of the whole initial
 * list of every present source are in the queue.
 *
 * <p>Next stage: queue.
 */
@NullMarked
package dev.controllerruntime.event;

import org.jspecify.annotations.NullMarked;
