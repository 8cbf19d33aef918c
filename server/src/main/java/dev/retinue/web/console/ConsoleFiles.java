package dev.retinue.web.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.GZIPOutputStream;

/// The files of the console, read once. One digest of all of them is a part of their address, so
/// that browsers may keep them for ever and never mix those of two versions.
public final class ConsoleFiles {
  /// The files of our own that the page loads, beside `index.html`.
  static final List<String> OURS =
      List.of(
          "style.css",
          "pages.css",
          "app.js",
          "dom.js",
          "kit.js",
          "format.js",
          "text.js",
          "api.js",
          "board.js",
          "feed.js",
          "keys.js",
          "now.js",
          "run.js",
          "timeline.js",
          "actions.js",
          "sessions.js",
          "fleet.js",
          "staff.js",
          "form.js",
          "chart.js",
          "costs.js",
          "health.js");

  private static final String FOLDER = "/dev/retinue/console/";
  private static final String PREACT = "META-INF/maven/org.webjars.npm/preact/pom.properties";
  private static final String LIBRARY = "/META-INF/resources/webjars/preact/%s/%s";
  private static final int DIGITS = 16;

  /// One file as it is sent.
  ///
  /// @param zipped the same in gzip
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  public record Asset(String name, String type, byte[] bytes, byte[] zipped) {
    private static Asset of(String name, byte[] bytes) {
      return new Asset(name, typeOf(name), bytes, zip(bytes));
    }
  }

  private final Asset page;
  private final Map<String, Asset> assets = new LinkedHashMap<>();
  private final String digest;

  public ConsoleFiles() {
    for (var name : OURS) {
      add(name, read(FOLDER + name));
    }
    var version = preactVersion();
    add("preact.js", read(LIBRARY.formatted(version, "dist/preact.module.js")));
    // It asks for its neighbour by a name that only a build knows.
    var hooks = text(read(LIBRARY.formatted(version, "hooks/dist/hooks.module.js")));
    add("hooks.js", bytes(hooks.replace("from\"preact\"", "from\"./preact.js\"")));
    var html = Asset.of("index.html", read(FOLDER + "index.html"));
    this.digest = digestOf(html);
    this.page = Asset.of(html.name(), bytes(text(html.bytes()).replace("{base}", base())));
  }

  private void add(String name, byte[] bytes) {
    assets.put(name, Asset.of(name, bytes));
  }

  /// What stands at `/`.
  public Asset page() {
    return page;
  }

  /// What all files together are called.
  public String digest() {
    return digest;
  }

  private String base() {
    return "/console/" + digest;
  }

  public Optional<Asset> find(String name) {
    return Optional.ofNullable(assets.get(name));
  }

  /// All that the page loads.
  public List<Asset> all() {
    return List.copyOf(assets.values());
  }

  private static String preactVersion() {
    var properties = new Properties();
    try {
      properties.load(new StringReader(text(read("/" + PREACT))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(properties.getProperty("version"), PREACT);
  }

  private static byte[] read(String resource) {
    try (var in = ConsoleFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the console lacks its file " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String typeOf(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      default -> throw new IllegalStateException("a file of no known type: " + name);
    };
  }

  private String digestOf(Asset html) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(html.bytes());
      for (var asset : assets.values()) {
        digest.update(bytes(asset.name() + '\n'));
        digest.update(asset.bytes());
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] zip(byte[] bytes) {
    var out = new ByteArrayOutputStream(bytes.length / 2);
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
