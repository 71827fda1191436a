/** Sources and mapping functions: changes of objects into requests. Next stage: queue. */
@NullMarked
package dev.controllerruntime.event;

import org.jspecify.annotations.NullMarked;
