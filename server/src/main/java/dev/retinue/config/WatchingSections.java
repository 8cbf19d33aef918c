package dev.retinue.config;

import dev.retinue.config.Watching.LogFormat;
import dev.retinue.config.Watching.Traces;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The sections `tracing` and `log`: what a daemon tells those who watch it.
final class WatchingSections {
  private static final Pattern SHARE = Pattern.compile("0(\\.[0-9]{1,6})?|1(\\.0{1,6})?");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  private static final Key<URI> ENDPOINT =
      Key.optional(
          "endpoint",
          WebAddress.kind(),
          "Where spans are sent, by OTLP over HTTP; else what `OTEL_EXPORTER_OTLP_ENDPOINT` says, else nowhere.");
  private static final Key<String> HEADERS =
      Key.of(
          "headers-env",
          new Single<>(
              "the name of a variable",
              scalar -> Optional.of(scalar.text()).filter(it -> VARIABLE.matcher(it).matches()),
              _ -> "write the name alone; what it holds is secret"),
          Traces.USUAL_HEADERS,
          "The variable with the headers that are sent along, as `name=value,name=value`.");
  private static final Key<Double> SAMPLE =
      Key.optional(
          "sample",
          new Single<>(
              "a part from 0 to 1, such as 0.1",
              "a part from 0 to 1, such as 0.1",
              scalar ->
                  Optional.of(scalar.text())
                      .filter(it -> SHARE.matcher(it).matches())
                      .map(Double::parseDouble),
              _ -> "",
              it -> BigDecimal.valueOf(it).stripTrailingZeros().toPlainString()),
          "Which part of the traces that begin here is sent; else what `OTEL_TRACES_SAMPLER_ARG` says, else all.");
  private static final Key<String> SERVICE =
      Key.optional(
          "service-name",
          new Single<>(
              "a name of letters, digits, '.', '_' and '-'",
              scalar -> Optional.of(scalar.text()).filter(it -> NAME.matcher(it).matches()),
              _ -> ""),
          "What the daemon is called in traces; else what `OTEL_SERVICE_NAME` says, else `retinue`.");

  private static final Key<LogFormat> FORMAT =
      Key.of(
          "format",
          Kinds.oneOf(LogFormat.class),
          LogFormat.TEXT,
          "How the daemon writes its log: lines for people, or one JSON object for each.");

  private WatchingSections() {}

  static Key<Traces> tracing() {
    return Key.section(
        "tracing",
        new Shape<>(
            List.of(ENDPOINT, HEADERS, SAMPLE, SERVICE),
            values ->
                new Traces(
                    values.find(ENDPOINT).orElse(null),
                    values.require(HEADERS),
                    values.find(SAMPLE).orElse(null),
                    values.find(SERVICE).orElse(null))),
        "Where the spans of calls, runs and questions to models are sent.");
  }

  static Key<LogFormat> log() {
    return Key.section(
        "log",
        new Shape<>(List.of(FORMAT), values -> values.require(FORMAT)),
        "What the daemon writes on standard error.");
  }
}
