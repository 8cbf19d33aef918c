package dev.retinue.watch.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.retinue.core.Masked;
import dev.retinue.core.trace.Span;
import dev.retinue.mcp.rpc.Json;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Spans in the JSON of OTLP. There may be as many of them as there are calls; so what many have in
/// common, which is most of it, is put into words once for all that are sent together.
final class OtlpText {
  private static final int LONGEST_TEXT = 300;
  private static final int USUAL_BYTES = 512;
  private static final int OK = 1;
  private static final int ERROR = 2;
  private static final byte[] COMMA = ascii(",");
  private static final byte[] TRACE = ascii("{\"traceId\":\"");
  private static final byte[] SPAN = ascii("\",\"spanId\":\"");
  private static final byte[] ABOVE = ascii("\",\"parentSpanId\":\"");
  private static final byte[] SAMPLED = ascii("\",\"flags\":1,\"startTimeUnixNano\":\"");
  private static final byte[] ENDED = ascii("\",\"endTimeUnixNano\":\"");
  private static final byte[] MORE = ascii("\",");
  private static final byte[] END = ascii("}");

  private final byte[] before;
  private final byte[] after;

  OtlpText(String service, String version) {
    var root = Json.object();
    var resource = root.putArray("resourceSpans").addObject();
    attributes(
        resource.putObject("resource").putArray("attributes"),
        Map.of(
            "service.name",
            service,
            "service.version",
            version,
            "telemetry.sdk.language",
            "java",
            "telemetry.sdk.name",
            "retinue"));
    var scope = resource.putArray("scopeSpans").addObject();
    scope.putObject("scope").put("name", "dev.retinue").put("version", version);
    scope.putArray("spans");
    var whole = Json.WIRE.writeValueAsString(root);
    int place = whole.lastIndexOf("[]") + 1;
    this.before = whole.substring(0, place).getBytes(UTF_8);
    this.after = ascii(whole.substring(place));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  Bytes of(List<Span> spans) {
    var out = new Bytes((spans.size() + 1) * USUAL_BYTES);
    // Not kept for longer: what is secret may be learned meanwhile.
    var known = new IdentityHashMap<Map<String, Object>, Facts>();
    out.add(before);
    for (int i = 0; i < spans.size(); i++) {
      if (i > 0) {
        out.add(COMMA);
      }
      write(spans.get(i), known, out);
    }
    out.add(after);
    return out;
  }

  private static void write(Span span, Map<Map<String, Object>, Facts> known, Bytes out) {
    var context = span.context();
    out.add(TRACE);
    out.addDigits(context.trace());
    out.add(SPAN);
    out.addDigits(context.span());
    var above = span.above();
    if (above != null) {
      out.add(ABOVE);
      out.addDigits(above);
    }
    out.add(SAMPLED);
    out.addNumber(nanos(span.begun()));
    out.add(ENDED);
    out.addNumber(nanos(span.ended()));
    out.add(MORE);
    var facts = known.get(span.attributes());
    if (facts == null || !facts.fit(span)) {
      facts = Facts.of(span);
      known.put(span.attributes(), facts);
    }
    out.add(facts.words);
    if (!context.state().isEmpty()) {
      out.add(COMMA);
      out.add(words(Json.object().put("traceState", context.state())));
    }
    out.add(END);
  }

  /// What is the same for many spans, in words.
  private static final class Facts {
    private final Span like;
    private final byte[] words;

    private Facts(Span like, byte[] words) {
      this.like = like;
      this.words = words;
    }

    static Facts of(Span span) {
      var json = Json.object().put("name", text(span.name())).put("kind", kind(span.kind()));
      var attributes = json.putArray("attributes");
      attributes(attributes, span.attributes());
      var error = span.error();
      if (error != null) {
        attributes(attributes, Map.of("error.type", error));
      }
      var status = json.putObject("status").put("code", error == null ? OK : ERROR);
      if (error != null) {
        status.put("message", text(error));
      }
      return new Facts(span, OtlpText.words(json));
    }

    /// For spans with the same attributes. What went wrong is rare, and need not be quick.
    boolean fit(Span span) {
      return like.error() == null
          && span.error() == null
          && like.kind() == span.kind()
          && like.name().equals(span.name());
    }
  }

  /// What is in an object, without its braces.
  private static byte[] words(ObjectNode json) {
    var bytes = new Bytes(USUAL_BYTES);
    Json.WIRE.writeValue(bytes, json);
    return bytes.inner();
  }

  private static int kind(Span.Kind kind) {
    return switch (kind) {
      case INTERNAL -> 1;
      case SERVER -> 2;
      case CLIENT -> 3;
    };
  }

  /// Told as text, because it is more than a double can hold.
  private static long nanos(Instant at) {
    return Math.max(0, at.getEpochSecond() * 1_000_000_000 + at.getNano());
  }

  private static void attributes(ArrayNode list, Map<String, ?> attributes) {
    attributes.forEach(
        (key, value) -> {
          var json = list.addObject().put("key", key).putObject("value");
          switch (value) {
            case Boolean truth -> json.put("boolValue", truth);
            case Long number -> json.put("intValue", Long.toString(number));
            case Integer number -> json.put("intValue", Integer.toString(number));
            case Double number -> json.put("doubleValue", number);
            default -> json.put("stringValue", text(value.toString()));
          }
        });
  }

  /// Names come from others, too, and may have half a character in them.
  private static String text(String text) {
    var masked = Masked.of(text);
    var part = masked.length() > LONGEST_TEXT ? masked.substring(0, LONGEST_TEXT) : masked;
    return new String(part.getBytes(UTF_8), UTF_8);
  }
}
