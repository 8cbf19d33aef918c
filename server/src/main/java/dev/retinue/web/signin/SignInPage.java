package dev.retinue.web.signin;

import dev.retinue.core.Digest;
import dev.retinue.web.http.Visit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.eclipse.jetty.http.HttpHeader;

/// The page on which one signs in. What a link brings behind its '#' only this page sees, and sends
/// it on as if somebody had typed it.
final class SignInPage {
  private static final String SCRIPT =
      """
      const look = () => {
        const code = new URLSearchParams(location.hash.slice(1)).get("code");
        if (code) {
          history.replaceState(null, "", location.pathname);
          document.getElementById("secret").value = code;
          document.getElementById("form").submit();
        }
      };
      addEventListener("hashchange", look);
      look();
      """;

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 15vh auto 0; padding: 0 1rem; }
      h1 { font-size: 1.5rem; margin-bottom: .25rem; }
      code { font-family: ui-monospace, monospace; background: #8882; padding: .1em .3em; border-radius: .2em; }
      label { display: block; margin-bottom: .25rem; }
      input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #767676; border-radius: .375rem; }
      input { width: 100%; box-sizing: border-box; margin-bottom: .75rem; }
      button { cursor: pointer; }
      [role=alert] { border-left: 4px solid #d33; padding: .25rem .75rem; }
      """;

  /// Forms say where they come from only under a policy that lets them.
  private static final String POLICY =
      "default-src 'none'; style-src %s; script-src %s; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
          .formatted(hash(STYLE), hash(SCRIPT));

  private SignInPage() {}

  /// @param trouble why it did not work; nothing if nobody has tried
  static void show(Visit visit, int status, String trouble) {
    var alert = trouble.isEmpty() ? "" : "<p role=\"alert\">" + escaped(trouble) + "</p>";
    var bytes = page(alert).getBytes(StandardCharsets.UTF_8);
    var response = visit.response();
    response.setStatus(status);
    var headers = response.getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
    headers.put(HttpHeader.CONTENT_LENGTH, bytes.length);
    headers.put("Content-Security-Policy", POLICY);
    headers.put("Referrer-Policy", "same-origin");
    response.write(true, ByteBuffer.wrap(bytes), visit.callback());
  }

  private static String page(String alert) {
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Sign in · Retinue</title>
      <style>%s</style>
      </head>
      <body>
      <main>
      <h1>Retinue</h1>
      %s
      <p>On the machine where Retinue runs, <code>retinue console</code> prints a link that signs you in.</p>
      <form id="form" method="post" action="/sign-in">
      <label for="secret">Or paste your token</label>
      <input id="secret" name="secret" type="password" autocomplete="off" required>
      <button>Sign in</button>
      </form>
      </main>
      <script>%s</script>
      </body>
      </html>
      """
        .formatted(STYLE, alert, SCRIPT);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String hash(String text) {
    var digest = Digest.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }
}
