/**
 * What the user implements ({@link dev.controllerruntime.reconciler.Reconciler}) and what a run is
 * given ({@link dev.controllerruntime.reconciler.Context}); helpers for finalizers, owned children
 * and Kubernetes Events. Called by controller; acts through client.
 */
@NullMarked
package dev.controllerruntime.reconciler;

import org.jspecify.annotations.NullMarked;
