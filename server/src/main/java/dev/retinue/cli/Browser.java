package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import dev.retinue.store.files.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The browser of whoever sits here. Command lines can be read by everybody on a machine: so it is
/// given a file that only its owner can read, and that leads on to the address.
record Browser(Path folder, Map<String, String> environment) {
  void open(String url) {
    var file = folder.resolve("console.html");
    try {
      PrivateFiles.publish(file, page(url).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s cannot be written: %s. Open the link yourself.".formatted(file, e.getMessage()),
          e);
    }
    ChildProcess.startDetached(
        words(System.getProperty("os.name", ""), file),
        folder,
        environment,
        folder.resolve("browser.log"));
  }

  static List<String> words(String system, Path file) {
    var name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler", file.toString());
    }
    return List.of(name.startsWith("mac") ? "open" : "xdg-open", file.toString());
  }

  private static String page(String url) {
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Retinue</title>
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=%s"></head>
      <body><p><a href="%s">Go on to Retinue</a></p></body></html>
      """
        .formatted(url, url);
  }
}
