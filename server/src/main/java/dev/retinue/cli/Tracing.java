package dev.retinue.cli;

import dev.retinue.config.Watching.Traces;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.trace.Tracer;
import dev.retinue.watch.trace.OtlpTracer;
import dev.retinue.watch.trace.TraceTarget;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

/// What keeps the spans of a daemon, where its owner wants them: in the configuration, or by the
/// variables that everybody who knows OpenTelemetry reads. Nothing of it is loaded where not.
record Tracing(Traces wanted, Map<String, String> environment) {
  private static final String PATH = "/v1/traces";

  Function<ObjLongConsumer<String>, Tracer> tracer() {
    var endpoint = isDisabled() ? Optional.<URI>empty() : endpoint();
    return endpoint.isEmpty() ? _ -> Tracer.OFF : counting -> on(endpoint.get(), counting);
  }

  private boolean isDisabled() {
    return "true".equalsIgnoreCase(value("OTEL_SDK_DISABLED").orElse(""))
        || "none".equals(value("OTEL_TRACES_EXPORTER").orElse(""));
  }

  /// One without a path has the usual one.
  private Optional<URI> endpoint() {
    var configured = wanted.endpoint();
    if (configured != null) {
      var path = String.valueOf(configured.getPath());
      return Optional.of(
          path.isEmpty() || path.equals("/") ? configured.resolve(PATH) : configured);
    }
    return value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
        .or(() -> value("OTEL_EXPORTER_OTLP_ENDPOINT").map(it -> it.replaceAll("/+$", "") + PATH))
        .map(Tracing::address);
  }

  private static URI address(String text) {
    try {
      var address = URI.create(text);
      var scheme = String.valueOf(address.getScheme());
      if ((scheme.equals("http") || scheme.equals("https")) && address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Refused as all others.
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "the variable OTEL_EXPORTER_OTLP_ENDPOINT holds no address with http:// or https://; set it anew, or use tracing.endpoint.");
  }

  private Tracer on(URI endpoint, ObjLongConsumer<String> counting) {
    var sample = wanted.sample();
    var service = wanted.service();
    return new OtlpTracer(
        new TraceTarget(
            endpoint,
            headers(),
            sample == null ? ofVariable() : sample,
            service == null ? value("OTEL_SERVICE_NAME").orElse("retinue") : service),
        Version.number(),
        // Asked by many threads at once: what they share would give two of them the same.
        () -> ThreadLocalRandom.current().nextLong(),
        counting);
  }

  private double ofVariable() {
    try {
      double part = Double.parseDouble(value("OTEL_TRACES_SAMPLER_ARG").orElse("1"));
      return Math.clamp(part, 0, 1);
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /// As `name=value,name=value`, with what is not plain as in an address.
  private Map<String, String> headers() {
    var headers = new HashMap<String, String>();
    var probe = HttpRequest.newBuilder();
    for (var pair : value(wanted.headersVariable()).orElse("").split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        try {
          var name = pair.substring(0, equals).strip();
          var value = decoded(pair.substring(equals + 1).strip());
          probe.setHeader(name, value);
          headers.put(name, value);
        } catch (IllegalArgumentException e) {
          // What it says of the value is not for everybody.
          throw new RetinueException(
              ErrorCode.INVALID_INPUT,
              "the variable %s holds a header that cannot be sent; write name=value,name=value, with %%25 for each %% in a value."
                  .formatted(wanted.headersVariable()));
        }
      }
    }
    return headers;
  }

  /// @throws IllegalArgumentException if something follows a % that is no character
  static String decoded(String value) {
    return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(environment.get(name))
        .map(String::strip)
        .filter(it -> !it.isEmpty());
  }
}
