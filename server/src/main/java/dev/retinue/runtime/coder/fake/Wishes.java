package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.FakeBuild.Transition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Understands what clients want to be built, and refuses what cannot be. What it does not know is
/// ignored without a word, as Coder does.
final class Wishes {
  private final World world;

  Wishes(World world) {
    this.world = world;
  }

  /// Of a workspace that does not exist yet.
  FakeBuild.Wish first(JsonNode body) {
    var version = version(body);
    var template = world.templateOf(version);
    if (!template.deprecation().isEmpty()) {
      throw Refusal.of(
          400,
          "Template \"%s\" has been deprecated, and cannot be used to create a new workspace."
              .formatted(template.name()),
          template.deprecation());
    }
    if (template.isExternalAuthMissing()) {
      throw Refusal.of(
          403, "You must authenticate with the external provider before you use this template.");
    }
    if (version.importing) {
      throw Refusal.of(406, "Template version is still importing.", "running");
    }
    var preset = preset(body, version);
    return new FakeBuild.Wish(
        Transition.START,
        version,
        preset,
        parameters(body, version, preset, Map.of()),
        null,
        "initiator");
  }

  /// Of one that exists: what it was built with before is still true.
  FakeBuild.Wish next(FakeWorkspace workspace, Transition transition, JsonNode body) {
    var former = workspace.latest().wish;
    var template = workspace.template();
    boolean moves = transition == Transition.START && template.isActiveVersionOnly();
    var version = moves ? template.active() : former.version();
    if (body.hasNonNull("template_version_id")) {
      version = version(body);
    }
    var preset = version == former.version() ? former.preset() : sameName(former, version);
    if (body.hasNonNull("template_version_preset_id")) {
      preset = preset(body, version);
    }
    return new FakeBuild.Wish(
        transition,
        version,
        preset,
        parameters(body, version, preset, former.parameters()),
        then(transition, body),
        "initiator");
  }

  private @Nullable Transition then(Transition transition, JsonNode body) {
    var after = body.path("on_success").path("transition").asString("");
    if (!world.mode.restarts() || after.isEmpty()) {
      return null;
    }
    if (transition != Transition.STOP || !after.equals("start")) {
      throw Refusal.field(
          400, "Validation failed.", "on_success", "Only a stop can be followed by a start.");
    }
    return Transition.START;
  }

  private FakeTemplate.Version version(JsonNode body) {
    var template = body.path("template_id").asString("");
    var version = body.path("template_version_id").asString("");
    if (template.isEmpty() == version.isEmpty()) {
      throw Refusal.field(
          400,
          "Validation failed.",
          "template_id",
          "Exactly one of template_id and template_version_id is needed.");
    }
    var found =
        version.isEmpty()
            ? world
                .findTemplate(it -> it.id().equals(Refusal.id(template, "template")))
                .map(FakeTemplate::active)
            : world.findVersion(Refusal.id(version, "version"));
    return found.orElseThrow(
        () ->
            Refusal.field(
                400,
                "Template \"%s\" doesn't exist.".formatted(template + version),
                "template_id",
                "template not found"));
  }

  private static FakeTemplate.@Nullable Preset preset(JsonNode body, FakeTemplate.Version version) {
    var text = body.path("template_version_preset_id").asString("");
    if (text.isEmpty()) {
      return null;
    }
    UUID id = Refusal.id(text, "preset");
    return version
        .findPreset(id)
        .orElseThrow(() -> Refusal.of(400, "The preset is not one of this template version."));
  }

  private static FakeTemplate.@Nullable Preset sameName(
      FakeBuild.Wish former, FakeTemplate.Version version) {
    var preset = former.preset();
    return preset == null
        ? null
        : version.presets().stream()
            .filter(it -> it.name().equals(preset.name()))
            .findFirst()
            .orElse(null);
  }

  /// The value of a preset is above the one that was sent.
  private static Map<String, String> parameters(
      JsonNode body,
      FakeTemplate.Version version,
      FakeTemplate.@Nullable Preset preset,
      Map<String, String> former) {
    var sent = new LinkedHashMap<>(former);
    for (var value : body.path("rich_parameter_values")) {
      sent.put(value.path("name").asString(""), value.path("value").asString(""));
    }
    if (preset != null) {
      sent.putAll(preset.values());
    }
    var values = new LinkedHashMap<String, String>();
    for (var parameter : version.parameters()) {
      var value = sent.get(parameter.name());
      if (value == null && parameter.required()) {
        throw Refusal.field(
            400,
            "Unable to validate parameters",
            parameter.name(),
            "Required parameter not provided");
      }
      values.put(parameter.name(), value == null ? parameter.defaultValue() : value);
    }
    return values;
  }
}
