/**
 * Bodies in protobuf, which typed Go clients send, {@code kubectl create} among them.
 *
 * <p>Role in the flow: the bytes of a body → the tree that its JSON would have given. Which field
 * has which number is recorded, see {@code bin/record-protobuf}. Answers are JSON: every such
 * client takes it too. Stateless, safe from any thread; fields come in the order of the bytes.
 */
@NullMarked
package dev.controllerruntime.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
