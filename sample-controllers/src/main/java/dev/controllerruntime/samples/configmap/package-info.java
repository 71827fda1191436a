/**
 * The configmap controller: workloads roll when the ConfigMaps and Secrets that they name change.
 *
 * <p>Observe: {@link dev.controllerruntime.samples.configmap.ConfigMapReconciler} reads a workload
 * and its sources from the cache. Analyze: {@code Analysis}, a pure function from these to what
 * should be written. Act: one server-side apply. What was seen last is kept in an annotation of the
 * workload, so that nothing is lost or repeated by a restart.
 *
 * <p>Threading: the reconciler is called by any worker; one workload is never in two of them.
 */
@NullMarked
package dev.controllerruntime.samples.configmap;

import org.jspecify.annotations.NullMarked;
