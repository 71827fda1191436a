package dev.controllerruntime.client;

import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.client.transport.ApiResource;
import dev.controllerruntime.client.transport.BodyReader;
import dev.controllerruntime.client.transport.Call;
import dev.controllerruntime.client.transport.Reply;
import dev.controllerruntime.client.transport.Requests;
import dev.controllerruntime.client.transport.ResourceResolver;
import dev.controllerruntime.client.transport.StatusException;
import dev.controllerruntime.client.transport.WriteGate;
import dev.controllerruntime.codec.Codec;
import dev.controllerruntime.codec.CodecException;
import dev.controllerruntime.codec.Encoded;
import dev.controllerruntime.concurrent.Concurrency;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What all verbs of one client share, and the calls themselves with their errors turned into {@link
 * ApiException}s.
 */
record Wire(
    Requests requests,
    ResourceResolver resolver,
    Codec codec,
    Concurrency concurrency,
    WriteGate gate,
    String fieldManager,
    StartingBytes starting,
    List<WriteListener> listeners,
    Duration timeout) {

  static final String JSON = "application/json";
  private static final String PARTIAL = ";g=meta.k8s.io;v=v1,application/json";
  private static final int LONGEST_MANAGER = 128;

  Wire {
    listeners = List.copyOf(listeners);
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("the timeout must be positive, found: " + timeout);
    }
    Optional<String> fault = managerFault(fieldManager);
    if (fault.isPresent()) {
      throw new IllegalArgumentException(fault.get());
    }
  }

  /** What is wrong with a field manager; empty when nothing is. */
  static Optional<String> managerFault(String name) {
    if (name.isEmpty()) {
      return Optional.of("the field manager must not be empty");
    }
    if (name.length() > LONGEST_MANAGER) {
      return Optional.of(
          "the field manager has " + name.length() + " characters, but at most 128 are allowed");
    }
    boolean printable = name.codePoints().noneMatch(Character::isISOControl);
    return printable
        ? Optional.empty()
        : Optional.of("the field manager has characters that cannot be printed");
  }

  Wire withGate(WriteGate more) {
    return new Wire(
        requests,
        resolver,
        codec,
        concurrency,
        gate.and(more),
        fieldManager,
        starting,
        listeners,
        timeout);
  }

  Wire withFieldManager(String name) {
    return new Wire(
        requests, resolver, codec, concurrency, gate, name, starting, listeners, timeout);
  }

  Wire withStarting(StartingBytes source) {
    return new Wire(
        requests, resolver, codec, concurrency, gate, fieldManager, source, listeners, timeout);
  }

  Wire withListener(WriteListener listener) {
    List<WriteListener> more = new ArrayList<>(listeners);
    more.add(listener);
    return new Wire(
        requests, resolver, codec, concurrency, gate, fieldManager, starting, more, timeout);
  }

  Wire withTimeout(Duration perRequest) {
    return new Wire(
        requests,
        resolver,
        codec,
        concurrency,
        gate,
        fieldManager,
        starting,
        listeners,
        perRequest);
  }

  /**
   * Where the kind is found.
   *
   * @throws MissingKindException when the server does not have it
   */
  ApiResource resource(Deed deed) {
    try {
      return resolver.resolve(deed.kind()).orElseThrow(() -> missing(deed, null));
    } catch (IOException e) {
      throw Failures.of(deed(deed, false), requests.server(), e);
    } catch (InterruptedException e) {
      throw interrupted(deed, e);
    }
  }

  /** Reads one document; empty when the object does not exist. */
  Optional<byte[]> get(Deed deed, String path, String accept) {
    try {
      Reply reply = requests.send(Call.get(path, accept, timeout));
      concurrency.point("return from " + deed);
      return Optional.of(reply.body());
    } catch (StatusException e) {
      if (e.status().code() == 404) {
        checkKind(deed, e);
        return Optional.empty();
      }
      throw Failures.of(deed, requests.server(), e);
    } catch (IOException e) {
      throw Failures.of(deed, requests.server(), e);
    } catch (InterruptedException e) {
      throw interrupted(deed, e);
    }
  }

  /** Reads a body while it arrives. */
  <R> R stream(
      Deed deed, String path, Map<String, String> query, String accept, BodyReader<R> reader) {
    Call call = new Call("GET", path, query, Map.of("Accept", accept), null, timeout, null);
    try {
      R read = requests.read(call, reader);
      concurrency.point("return from " + deed);
      return read;
    } catch (StatusException e) {
      if (e.status().code() == 404) {
        checkKind(deed, e);
      }
      throw Failures.of(deed, requests.server(), e);
    } catch (IOException e) {
      throw Failures.of(deed, requests.server(), e);
    } catch (InterruptedException e) {
      throw interrupted(deed, e);
    }
  }

  /**
   * Sends a write. The caller tells the listeners and then {@link #returning}.
   *
   * @param contentType of the body
   */
  Reply write(
      Deed deed,
      String method,
      String path,
      Map<String, String> query,
      String contentType,
      byte[] body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Accept", JSON);
    headers.put("Content-Type", contentType);
    Call call = new Call(method, path, query, headers, body, timeout, null, gate);
    try {
      return requests.send(call);
    } catch (StatusException e) {
      if (e.status().code() == 404) {
        checkKind(deed, e);
      }
      throw Failures.of(deed, requests.server(), e);
    } catch (IOException e) {
      throw Failures.of(deed, requests.server(), e);
    } catch (InterruptedException e) {
      throw interrupted(deed, e);
    }
  }

  /**
   * An object that the server answered with.
   *
   * @throws ApiException when the bytes are no object; after a write its outcome is then unknown
   */
  Encoded object(Deed deed, byte[] answer) {
    try {
      return codec.read(answer);
    } catch (CodecException e) {
      String text =
          deed + " at " + requests.server() + ": the answer is no object: " + e.getMessage();
      throw deed.write()
          ? new OutcomeUnknownException(0, "", text, e)
          : new ApiException(0, "", text, e);
    }
  }

  void returning(Deed deed) {
    concurrency.point("return from " + deed);
  }

  /** Bytes to start from that are already here; never of a kind with a transform. */
  Optional<Encoded> started(Kind<?> kind, ObjectKey key) {
    return kind.transformName().isEmpty() ? starting.find(kind, key) : Optional.empty();
  }

  /** A 404 that names no object is about the path: the kind may be gone, or never have been. */
  private void checkKind(Deed deed, StatusException notFound) {
    if (!notFound.status().name().isEmpty()) {
      return;
    }
    try {
      if (!resolver.present(deed.kind())) {
        throw missing(deed, notFound);
      }
    } catch (IOException e) {
      // Why discovery failed says nothing about the object; what was asked for is told.
      notFound.addSuppressed(e);
    } catch (InterruptedException e) {
      throw interrupted(deed, e);
    }
  }

  private MissingKindException missing(Deed deed, @Nullable Throwable cause) {
    Kind<?> kind = deed.kind();
    return new MissingKindException(
        deed
            + ": the server "
            + requests.server()
            + " has no kind "
            + kind.kind()
            + " in "
            + kind.apiVersion()
            + "; install its CustomResourceDefinition or use a version that the server has",
        cause);
  }

  private CallInterruptedException interrupted(Deed deed, InterruptedException e) {
    concurrency.current().interrupt();
    return new CallInterruptedException(deed + " was interrupted; nothing was changed by it", e);
  }

  private static Deed deed(Deed deed, boolean write) {
    return new Deed(deed.verb(), deed.kind(), deed.target(), write);
  }

  /** Accept for one object of the view. */
  static String accept(Kind<?> kind) {
    return kind.view() == Kind.View.METADATA ? partial("PartialObjectMetadata") : JSON;
  }

  /** Accept for a list of the view. */
  static String acceptList(Kind<?> kind) {
    return kind.view() == Kind.View.METADATA ? partial("PartialObjectMetadataList") : JSON;
  }

  /** Accept for metadata of any kind; a server that cannot answers with the whole. */
  static String partial(String as) {
    return JSON + ";as=" + as + PARTIAL;
  }
}
