package dev.retinue.runtime.llm.kit.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pages of the web, and those who would rather be read from elsewhere.
final class FetchToolTest {
  private static final String PAGE =
      """
      <!doctype html><html><head><title>T &amp; U</title><style>p{}</style></head><body>
      <h1>Hello</h1><!-- not said --><script>let x = "<p>";</script>
      <p>A <b>bold</b>
         <a href="/next?a=1&amp;b=2">link</a>.</p>
      <ul><li>one</li><li>two</ul><pre>  x
        y</pre></body></html>
      """;

  private WebBench web;

  @BeforeEach
  void open() throws IOException {
    web = new WebBench();
  }

  @AfterEach
  void close() {
    web.close();
  }

  @Test
  void a_page_is_shown_as_text_as_markdown_or_as_it_is() throws Exception {
    web.page("/", "text/html; charset=utf-8", PAGE);
    assertThat(web.fetch("text", web.url("/")).output())
        .isEqualTo(
            web.url("/")
                + " (status 200)\n\nT & U\n\nHello\n\nA bold link.\n\n- one\n- two\n\n  x\n  y");
    assertThat(web.fetch("markdown", web.url("/")).output())
        .contains(
            "# T & U\n\n# Hello\n\nA **bold** [link](/next?a=1&b=2).\n\n- one\n- two\n\n```\n");
    assertThat(web.fetch("html", web.url("/")).output()).contains("<h1>Hello</h1>");
    assertThat(web.fetch("pdf", web.url("/")).failed()).isTrue();
  }

  @Test
  void several_pages_are_read_also_where_one_cannot_be() throws Exception {
    web.page("/a", "text/plain", "A").at("/b", it -> WebBench.answer(it, 404, "text/plain", "no"));
    var both = web.fetch("text", web.url("/a"), web.url("/b"), "http://nobody.test/");
    assertThat(both.failed()).isFalse();
    assertThat(both.output())
        .contains("(status 200)\n\nA")
        .contains("(status 404)\n\nno")
        .contains("'nobody.test' is not known.");
    assertThat(web.fetch("text", web.url("/b")).failed()).isTrue();
  }

  @Test
  void answers_in_pieces_and_packed_ones_are_read() throws Exception {
    web.at(
        "/pieces",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (exchange) {
            exchange.getResponseBody().write("in ".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            exchange.getResponseBody().write("pieces".getBytes(StandardCharsets.UTF_8));
          }
        });
    web.at(
        "/packed",
        exchange -> {
          var packed = new ByteArrayOutputStream();
          try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(new byte[10 << 20]);
          }
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          exchange.sendResponseHeaders(200, packed.size());
          try (exchange) {
            exchange.getResponseBody().write(packed.toByteArray());
          }
        });
    assertThat(web.fetch("text", web.url("/pieces")).output()).endsWith("\n\nin pieces");
    assertThat(web.fetch("text", web.url("/packed")).output()).contains("cut off");
  }

  @Test
  void what_is_no_text_is_not_shown() throws Exception {
    web.page("/", "image/png", "x");
    assertThat(web.fetch("text", web.url("/")).output())
        .isEqualTo("It is of the type image/png, and not a text.");
  }

  @Test
  void a_page_without_an_end_is_cut_off() throws Exception {
    web.at(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, 0);
          var line = "more and more\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
          while (true) {
            exchange.getResponseBody().write(line); // Until nobody listens.
          }
        });
    var read = web.fetch("text", web.url("/"));
    assertThat(read.output()).contains("cut off").hasSizeLessThan(41_000);
  }

  @Test
  void whoever_drips_is_given_up_in_time() throws Exception {
    web.at(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          while (true) {
            exchange.getResponseBody().write('.');
            exchange.getResponseBody().flush();
            LockSupport.parkNanos(20_000_000);
          }
        });
    assertThat(web.fetch("text", 1, web.url("/")).output()).isEqualTo("It took longer than 1 s.");
  }

  @Test
  void a_page_may_send_on_a_few_times() throws Exception {
    web.sendOn("/a", "/b").sendOn("/b", web.url("/c")).page("/c", "text/plain", "there");
    web.sendOn("/loop", "/loop");
    assertThat(web.fetch("text", web.url("/a")).output())
        .isEqualTo(web.url("/c") + " (status 200)\n\nthere");
    assertThat(web.fetch("text", web.url("/loop")).output())
        .isEqualTo("It sends on more than 5 times.");
  }

  @Test
  void a_page_may_not_send_on_to_another_host_where_rules_would_say_something_else()
      throws Exception {
    web.sendOn("/a", "http://elsewhere.test/secret");
    assertThat(web.fetch("text", web.url("/a")).output())
        .isEqualTo(
            "It sends on to http://elsewhere.test/secret, which is on another host; fetch that address if you want it.");
  }

  @Test
  void no_way_leads_home() throws Exception {
    int port = web.port();
    web.name("rebound.test", "127.0.0.1")
        .name("both.test", WebBench.OUT + "+127.0.0.1")
        .name("inside.test", "10.1.2.3")
        .name("mapped.test", "::ffff:127.0.0.1");
    for (var url :
        List.of(
            "http://127.0.0.1:%d/",
            "http://127.1:%d/",
            "http://2130706433:%d/",
            "http://0x7f000001:%d/",
            "http://0x7f.1:%d/",
            "http://0177.0.0.1:%d/",
            "http://127.0.0.1.:%d/",
            "http://[::1]:%d/",
            "http://[::ffff:127.0.0.1]:%d/",
            "http://[::ffff:7f00:1]:%d/",
            "http://[::127.0.0.1]:%d/",
            "http://[64:ff9b::7f00:1]:%d/",
            "http://[64:ff9b:1::7f00:1]:%d/",
            "http://[2002:7f00:1::]:%d/",
            "http://[2001:0:1:1:1:1:80ff:fffe]:%d/",
            "http://0.0.0.0:%d/",
            "http://[::]:%d/",
            "http://localhost:%d/",
            "http://rebound.test:%d/",
            "http://both.test:%d/",
            "http://inside.test:%d/",
            "http://mapped.test:%d/",
            "http://10.0.0.1/",
            "http://172.20.0.1/",
            "http://192.168.1.1/",
            "http://100.100.100.200/",
            "http://169.254.169.254/latest/meta-data/",
            "http://[fd00:ec2::254]/",
            "http://[fe80::1]/",
            "http://224.0.0.1/",
            "http://255.255.255.255/",
            "http://[ff02::1]/",
            "http://site.test@127.0.0.1:%d/",
            "http://site.test:%d@127.0.0.1/",
            "file:///etc/passwd",
            "ftp://site.test/",
            "jar:http://site.test!/x",
            "//127.0.0.1:%d/",
            "http://",
            "http:///",
            "site.test",
            "http://site.test:99999/",
            "http://site.test/a b\r\nHost: x",
            "")) {
      var read = web.fetch("text", 2, url.replace("%d", "" + port));
      assertThat(read.failed()).as(url).isTrue();
      assertThat(read.output()).as(url).doesNotContain(WebBench.SECRET);
    }
    assertThat(web.asked()).isZero();
  }

  @Test
  void our_own_addresses_are_refused_even_where_they_look_public() throws Exception {
    for (var own : NetworkInterface.networkInterfaces().toList()) {
      for (var address : own.inetAddresses().toList()) {
        web.name("ours.test", address.getHostAddress().replaceAll("%.*", ""));
        web.with(List.of(), List.of(), List.of());
        assertThat(web.fetch("text", 2, "http://ours.test:%d/".formatted(web.port())).output())
            .contains("leads to this machine or its neighbours");
      }
    }
  }

  @Test
  void no_page_sends_home() throws Exception {
    web.sendOn("/a", "http://127.0.0.1:%d/".formatted(web.port()))
        .sendOn("/b", "http://169.254.169.254/")
        .sendOn("/c", "file:///etc/passwd")
        .sendOn("/d", "//[::1]:%d/".formatted(web.port()))
        .sendOn("/e", "http://moved.test:%d/".formatted(web.port()))
        .name("moved.test", "127.0.0.1");
    for (var path : List.of("/a", "/b", "/c", "/d", "/e")) {
      assertThat(web.fetch("text", 2, web.url(path)).failed()).as(path).isTrue();
    }
    assertThat(web.asked()).isZero();
  }

  @Test
  void whoever_changes_his_address_meanwhile_is_read_where_he_was_looked_at() throws Exception {
    web.page("/", "text/plain", "out").name("site.test", WebBench.OUT, "127.0.0.1");
    assertThat(web.fetch("text", web.url("/")).output()).endsWith("out");
    assertThat(web.lookups()).isEqualTo(1);
    assertThat(web.fetch("text", web.url("/")).failed()).isTrue();
    assertThat(web.asked()).isZero();
  }

  @Test
  void a_file_says_which_hosts_may_be_read() throws Exception {
    web.page("/", "text/plain", "out")
        .name("www.site.test", WebBench.OUT)
        .name("badsite.test", WebBench.OUT);
    var home = List.of(WebBench.OUT);
    var www = "http://www.site.test:%d/".formatted(web.port());
    var bad = "http://badsite.test:%d/".formatted(web.port());
    web.with(List.of("site.test"), List.of(), home);
    assertThat(web.fetch("text", web.url("/")).failed()).isFalse();
    assertThat(web.fetch("text", www).failed()).isFalse();
    assertThat(web.fetch("text", bad).output()).contains("is not among those");
    web.with(List.of("*.Site.test"), List.of(), home);
    assertThat(web.fetch("text", www).failed()).isFalse();
    assertThat(web.fetch("text", web.url("/")).failed()).isTrue();
    web.with(List.of(), List.of("site.test"), home);
    assertThat(web.fetch("text", "http://site.test.:%d/".formatted(web.port())).failed()).isTrue();
    assertThat(web.fetch("text", bad).failed()).isFalse();
    web.with(List.of(), List.of("127.0.0.0/8"), home);
    assertThat(web.fetch("text", bad).output()).contains("blocks");
  }

  @Test
  void the_operator_says_what_at_home_may_be_read() throws Exception {
    web.page("/", "text/plain", "out").name("other.test", WebBench.OUT);
    var other = "http://other.test:%d/".formatted(web.port());
    web.reach(0, "site.test");
    assertThat(web.fetch("text", web.url("/")).failed()).isFalse();
    assertThat(web.fetch("text", other).output()).contains("only the operator can allow that");
    web.reach(0, "127.0.0.2/31");
    assertThat(web.fetch("text", other).failed()).isFalse();
    web.reach(0, "other.test:%d".formatted(web.port()));
    assertThat(web.fetch("text", other).failed()).isFalse();
    assertThat(web.fetch("text", web.url("/")).failed()).isTrue();
    assertThat(web.asked()).isZero();
  }

  @Test
  void a_file_allows_no_more_than_it_says_whatever_the_operator_lets_others_reach()
      throws Exception {
    web.page("/", "text/plain", "out").with(List.of("example.org"), List.of(), List.of());
    web.reach(0, "site.test");
    assertThat(web.fetch("text", web.url("/")).output()).contains("is not among those");
  }

  @Test
  void our_own_port_is_reached_by_nobody_who_does_not_name_it() throws Exception {
    int port = web.port();
    web.page("/", "text/plain", "out");
    for (var wide : List.of("site.test", "127.0.0.0/8", "0.0.0.0/0", WebBench.OUT)) {
      web.reach(port, wide);
      assertThat(web.fetch("text", web.url("/")).failed()).as(wide).isTrue();
      web.reach(port + 1, wide);
      assertThat(web.fetch("text", web.url("/")).failed()).as("another port, " + wide).isFalse();
    }
    web.reach(port, "site.test:%d".formatted(port));
    assertThat(web.fetch("text", web.url("/")).failed()).isFalse();
  }

  @Test
  void who_tells_machines_their_secrets_must_be_named_alone() throws Exception {
    web.name("secrets.test", "169.254.169.254");
    for (var wide : List.of("0.0.0.0/0", "169.254.0.0/16", "secrets.test")) {
      web.reach(0, wide);
      for (var url : List.of("http://secrets.test/", "http://169.254.169.254/")) {
        assertThat(web.fetch("text", 2, url).output()).as(wide).contains("only the operator");
      }
    }
    web.reach(0, "::/0");
    assertThat(web.fetch("text", 2, "http://[fd00:ec2::254]/").output())
        .contains("only the operator");
    var named = List.of("169.254.169.254", "10.0.0.0/8");
    var world = new Gate.World(Gate.Resolver.SYSTEM, named, () -> 0);
    var gate = new Gate(world, List.of(), List.of(), List.of());
    assertThat(gate.require("http://169.254.169.254/").addresses()).hasSize(1);
    assertThat(gate.require("http://10.9.8.7/").addresses()).hasSize(1);
  }

  @Test
  void strange_pages_are_read_to_their_end() {
    assertThat(Page.text("<a href=\"x>y")).isEqualTo("y");
    assertThat(Page.text("a < b & c &bogus; &#99999999; &#x41;"))
        .isEqualTo("a < b & c &bogus; &#99999999; A");
    assertThat(Page.text("<script>never ends")).isEmpty();
    assertThat(Page.text("<head><p>x")).isEqualTo("x");
    assertThat(Page.markdown("<head>".repeat(200_000) + "x")).isEqualTo("x");
    assertThat(Page.markdown("<a href='".repeat(200_000))).isNotNull();
    assertThat(Page.markdown("</a>".repeat(100_000) + "<a>".repeat(100_000) + "</")).isNotNull();
    assertThat(Page.markdown("<div ".repeat(200_000) + "href".repeat(10_000) + ">x")).isNotNull();
  }
}
