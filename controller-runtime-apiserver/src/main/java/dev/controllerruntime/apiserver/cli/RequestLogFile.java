package dev.controllerruntime.apiserver.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.controllerruntime.apiserver.RequestLog;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A request log as JSON lines; each line is flushed, so that it is there after a kill. */
final class RequestLogFile implements RequestLog, AutoCloseable {
  private final ObjectMapper mapper = new ObjectMapper();
  private final Path file;
  private final BufferedWriter out;

  private RequestLogFile(Path file, BufferedWriter out) {
    this.file = file;
    this.out = out;
  }

  static RequestLogFile open(Path file) throws IOException {
    try {
      return new RequestLogFile(
          file,
          Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new IOException("cannot write the request log " + file + ": " + e, e);
    }
  }

  @Override
  public void answered(Entry entry) {
    ObjectNode line = mapper.createObjectNode();
    line.put("at", entry.at().toString());
    line.put("method", entry.method());
    line.put("path", entry.path());
    line.put("query", entry.query());
    line.put("userAgent", entry.userAgent());
    line.put("user", entry.user());
    line.put("status", entry.status());
    line.put("resourceVersion", entry.resourceVersion());
    try {
      out.write(line.toString());
      out.newLine();
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the request log " + file, e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
