package dev.retinue.config;

import dev.retinue.config.FleetSettings.Backend;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The deployments that there are, with what lets us in: that of the environment, and those of the
/// configuration.
///
/// @param usual the name of the one that is meant where none is named; empty if there is none
public record FleetPlaces(List<Place> all, String usual) {
  private static final String URL = "CODER_URL";
  private static final String TOKEN = "CODER_SESSION_TOKEN";
  private static final String OF_ENVIRONMENT = "coder";

  /// One of them.
  public record Place(String name, URI url, Thinking.Secret token, Backend backend) {}

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /// Those that the owner has named.
  ///
  /// @param environment of the daemon
  public static FleetPlaces of(FleetSettings settings, Map<String, String> environment) {
    var all = new ArrayList<Place>();
    var url = environment.getOrDefault(URL, "");
    if (!url.isBlank()) {
      var address =
          FleetSection.address(url)
              .orElseThrow(
                  () ->
                      refused(
                          "CODER_URL must be an address that begins with http:// or https://; write it as https://coder.example.org."));
      // Without a token the tools are there nevertheless, and say what is missing.
      var token = environment.getOrDefault(TOKEN, "").strip();
      all.add(new Place(OF_ENVIRONMENT, address, new Thinking.Secret(token), Backend.WORKSPACES));
    }
    for (var own : settings.deployments()) {
      if (all.stream().anyMatch(it -> it.name().equals(own.name()))) {
        throw refused(
            "The deployment '%s' of 'fleet' has the name of that of CODER_URL; call it otherwise, or unset CODER_URL."
                .formatted(own.name()));
      }
      all.add(
          new Place(own.name(), own.url(), token(environment, own.tokenVariable()), own.backend()));
    }
    return new FleetPlaces(List.copyOf(all), usual(settings, all));
  }

  private static String usual(FleetSettings settings, List<Place> all) {
    var wanted = settings.usual();
    if (wanted == null || all.isEmpty()) {
      return all.isEmpty() ? "" : all.getFirst().name();
    }
    if (all.stream().noneMatch(it -> it.name().equals(wanted))) {
      throw refused(
          "There is no deployment '%s', which 'fleet.default' names; only %s."
              .formatted(wanted, String.join(", ", all.stream().map(Place::name).toList())));
    }
    return wanted;
  }

  private static Thinking.Secret token(Map<String, String> environment, String variable) {
    var token = environment.getOrDefault(variable, "").strip();
    if (token.isEmpty()) {
      throw refused(
          "The variable %s has no session token for Coder; make one with 'coder tokens create' and set it for the daemon. Variables whose names end in CODER_SESSION_TOKEN also reach a daemon that starts by itself."
              .formatted(variable));
    }
    return new Thinking.Secret(token);
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
