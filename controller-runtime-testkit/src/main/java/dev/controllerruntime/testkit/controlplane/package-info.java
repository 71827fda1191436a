/**
 * Starts the real control plane for tests: {@code etcd}, {@code kube-apiserver} and {@code
 * kube-controller-manager} (only its garbage-collector and namespace controllers) as child
 * processes on loopback ports, their data in a folder that goes with them.
 *
 * <p>Threading: a {@link dev.controllerruntime.testkit.controlplane.ControlPlane} is started, used
 * and closed by any one thread at a time.
 */
@NullMarked
package dev.controllerruntime.testkit.controlplane;

import org.jspecify.annotations.NullMarked;
