package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import dev.retinue.web.console.ConsoleFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files of the console as browsers get them.
final class ConsoleTest {
  private static final int MOST_BYTES = 300 * 1024;
  private static final Path SOURCES =
      Repository.ROOT.resolve("server/src/main/resources/dev/retinue/console");

  @TempDir private static Path folder;
  private static TestApi api;

  @BeforeAll
  static void open() {
    api = new TestApi(folder);
  }

  @AfterAll
  static void close() {
    api.close();
  }

  @Test
  void the_page_needs_no_token_and_has_a_strict_policy() {
    var page = ask("/");
    assertThat(page.status()).isEqualTo(200);
    assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(header(page, "Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self';"
                + " frame-ancestors 'none'");
    assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(page, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
  }

  @Test
  void a_browser_that_has_the_page_gets_it_only_once() {
    var tag = header(ask("/"), "ETag");
    var again = ask("/", "If-None-Match", tag);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @Test
  void what_the_page_loads_is_kept_for_ever_under_the_name_of_its_content() {
    for (var asset : new ConsoleFiles().all()) {
      var file = ask(address(asset.name()));
      assertThat(file.status()).as(asset.name()).isEqualTo(200);
      assertThat(header(file, "Cache-Control")).contains("immutable");
      assertThat(header(file, "Content-Security-Policy")).startsWith("default-src 'none'");
    }
    assertThat(ask("/console/0123456789abcdef/app.js").status()).isEqualTo(404);
    assertThat(ask(address("none.js")).status()).isEqualTo(404);
    assertThat(ask(address("..%2findex.html")).status()).isIn(400, 404);
  }

  @Test
  void files_come_in_gzip_if_the_browser_takes_it() throws IOException {
    var zipped = ask(address("app.js"), "Accept-Encoding", "gzip, br");
    assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.response().body()))) {
      assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(SOURCES.resolve("app.js")));
    }
    assertThat(ask(address("app.js")).response().headers().map())
        .doesNotContainKey("content-encoding");
  }

  @Test
  void all_of_it_is_small() {
    var files = new ConsoleFiles();
    int bytes = files.page().bytes().length;
    for (var asset : files.all()) {
      bytes += asset.bytes().length;
    }
    assertThat(bytes).as("bytes that a browser loads, uncompressed").isLessThan(MOST_BYTES);
  }

  @Test
  void every_file_is_served_and_every_import_is_there() throws IOException {
    var files = new ConsoleFiles();
    try (var sources = Files.list(SOURCES)) {
      for (var source : sources.filter(it -> !it.endsWith("index.html")).toList()) {
        assertThat(files.find(source.getFileName().toString())).as(source.toString()).isPresent();
      }
    }
    var imports = Pattern.compile("from ?[\"']([^\"']+)[\"']");
    for (var asset : files.all()) {
      var matcher = imports.matcher(new String(asset.bytes(), StandardCharsets.UTF_8));
      while (matcher.find()) {
        assertThat(matcher.group(1)).as(asset.name()).startsWith("./");
        assertThat(files.find(matcher.group(1).substring(2))).as(asset.name()).isPresent();
      }
    }
  }

  /// What would make text into markup or code is used nowhere.
  @Test
  void no_file_of_ours_makes_markup_of_text() throws IOException {
    try (var sources = Files.list(SOURCES)) {
      for (var source : sources.filter(it -> it.toString().endsWith(".js")).toList()) {
        assertThat(Files.readString(source))
            .as(source.toString())
            .doesNotContainPattern(
                "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|createContextualFragment|srcdoc|\\beval\\(|new Function");
      }
    }
  }

  private static String address(String file) {
    return "/console/" + new ConsoleFiles().digest() + "/" + file;
  }

  private static TestApi.Answer ask(String path, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:%d%s".formatted(api.port(), path)));
    return api.send(headers.length == 0 ? request : request.headers(headers));
  }

  private static String header(TestApi.Answer answer, String name) {
    return String.join(
        ", ",
        answer.response().headers().map().getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
  }
}
