package dev.controllerruntime.samples.expose;

/**
 * Why a Service is not exposed, or what about it is not as it was asked for.
 *
 * @param reason in CamelCase, for condition and event
 * @param message what is wrong and what to do
 */
record Refusal(String reason, String message) {}
