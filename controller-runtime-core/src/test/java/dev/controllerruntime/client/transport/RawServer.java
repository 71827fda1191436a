package dev.controllerruntime.client.transport;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A server that can do what a well-behaved one never does: break off at any byte. */
final class RawServer implements AutoCloseable {
  interface Handler {
    /** One connection; the head of the first request has been read. Closed afterwards. */
    void handle(String head, InputStream in, OutputStream out) throws Exception;
  }

  private final ServerSocket socket;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  final List<String> heads = new CopyOnWriteArrayList<>();
  final CountDownLatch done = new CountDownLatch(1);

  RawServer(Handler handler) throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(() -> accept(handler), "raw-server");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  private void accept(Handler handler) {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        open.add(connection);
        Thread thread = new Thread(() -> serve(connection, handler), "raw-connection");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket connection, Handler handler) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      String head = head(in);
      heads.add(head);
      handler.handle(head, in, connection.getOutputStream());
    } catch (Exception e) {
      heads.add("connection ended: " + e);
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!bytes.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("the head broke off");
      }
      bytes.write(b);
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    done.countDown();
    socket.close();
    for (Socket each : open) {
      each.close();
    }
  }
}
