/**
 * The expose controller: Services that ask for it become reachable through an Ingress.
 *
 * <p>Three steps, one class or two each. <em>Observe</em>: {@link
 * dev.controllerruntime.samples.expose.ExposeReconciler} reads Services and the Ingress from the
 * cache. <em>Analyze</em>: {@link dev.controllerruntime.samples.expose.Wish}, {@link
 * dev.controllerruntime.samples.expose.Claims} and {@link
 * dev.controllerruntime.samples.expose.Plan} are pure functions from what was observed to what
 * should be. <em>Act</em>: {@link dev.controllerruntime.samples.expose.IngressWriter} and {@link
 * dev.controllerruntime.samples.expose.ServiceWriter} apply the difference.
 *
 * <p>Threading: everything is immutable but {@code Places}, the memory of who asks for which host
 * and path, which has a lock of its own that spans no read or write of the cluster.
 */
@NullMarked
package dev.controllerruntime.samples.expose;

import org.jspecify.annotations.NullMarked;
