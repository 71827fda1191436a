package dev.controllerruntime.controller;

/** A finished controller value. */
record DefinedController<R>(ControllerSpec<R> spec) implements Controller<R> {
  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public String toString() {
    return "controller " + spec.name();
  }
}
