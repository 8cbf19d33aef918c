package dev.retinue.web.console;

import dev.retinue.core.ErrorCode;
import dev.retinue.web.console.ConsoleFiles.Asset;
import dev.retinue.web.http.Refusal;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Visit;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/// Serves the files of the console. They are the same for everybody and say nothing of anybody, so
/// whoever asks gets them; what the page shows it asks for as any client does.
public final class Console {
  /// Everything comes from here; nothing is a script, a style or a frame but what we serve.
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src"
          + " 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private static final String FOR_EVER = "public, max-age=31536000, immutable";
  private static final String ASK_AGAIN = "no-cache";
  private static final int NOT_CHANGED = 304;

  private final Supplier<ConsoleFiles> files = new Once();

  /// Read when the first browser comes, because most daemons never see one.
  private static final class Once implements Supplier<ConsoleFiles> {
    private @Nullable ConsoleFiles files;

    @Override
    public synchronized ConsoleFiles get() {
      if (files == null) {
        files = new ConsoleFiles();
      }
      return files;
    }
  }

  public List<Route> routes() {
    return List.of(
        Route.open("GET", "/", visit -> send(visit, files.get().page(), ASK_AGAIN)),
        Route.open("HEAD", "/", visit -> send(visit, files.get().page(), ASK_AGAIN)),
        Route.open("GET", "/console/{digest}/{file}", this::file));
  }

  /// Of another version nothing is served: a page that mixes two works by chance.
  private void file(Visit visit) {
    var asset = files.get().find(visit.name("file"));
    if (asset.isEmpty() || !visit.name("digest").equals(files.get().digest())) {
      Refusal.send(
          visit,
          404,
          ErrorCode.NOT_FOUND,
          "The console has no such file, or no longer; load the page anew.");
      return;
    }
    send(visit, asset.get(), FOR_EVER);
  }

  private void send(Visit visit, Asset asset, String caching) {
    var headers = visit.response().getHeaders();
    headers.put(HttpHeader.CACHE_CONTROL, caching);
    headers.put(HttpHeader.VARY, "Accept-Encoding");
    headers.put("Content-Security-Policy", POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    boolean zipped = accepts(visit.header("Accept-Encoding"));
    var tag = "\"%s-%s\"".formatted(files.get().digest(), zipped ? "gzip" : "plain");
    headers.put(HttpHeader.ETAG, tag);
    if (tag.equals(visit.header("If-None-Match"))) {
      visit.response().setStatus(NOT_CHANGED);
      visit.response().write(true, ByteBuffer.allocate(0), visit.callback());
      return;
    }
    var bytes = zipped ? asset.zipped() : asset.bytes();
    if (zipped) {
      headers.put(HttpHeader.CONTENT_ENCODING, "gzip");
    }
    headers.put(HttpHeader.CONTENT_TYPE, asset.type());
    headers.put(HttpHeader.CONTENT_LENGTH, bytes.length);
    var body = visit.method().equals("HEAD") ? ByteBuffer.allocate(0) : ByteBuffer.wrap(bytes);
    visit.response().write(true, body, visit.callback());
  }

  private static boolean accepts(@Nullable String encodings) {
    return encodings != null && encodings.contains("gzip") && !encodings.contains("gzip;q=0");
  }
}
