/**
 * JSON trees, their bytes, and the handful of metadata accessors that every stage needs.
 *
 * <p>Role in the flow: used by all other packages, uses none. Threading: stateless; trees belong to
 * whoever parsed them. Ordering: trees keep the order of their fields. Next stage: {@code
 * protocol}.
 */
@NullMarked
package dev.controllerruntime.apiserver.json;

import org.jspecify.annotations.NullMarked;
