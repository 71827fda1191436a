/**
 * The command line of the samples: one process per controller, connected by kubeconfig or in a pod.
 * A launcher: it reads settings, starts a manager, and says in one line what is wrong. The
 * controllers themselves are the packages below, which know nothing of it.
 */
@NullMarked
package dev.controllerruntime.samples;

import org.jspecify.annotations.NullMarked;
