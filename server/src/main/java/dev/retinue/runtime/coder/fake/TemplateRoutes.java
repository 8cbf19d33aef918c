package dev.retinue.runtime.coder.fake;

import dev.retinue.runtime.coder.fake.http.Reply;
import dev.retinue.runtime.coder.fake.http.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Templates, their versions, parameters and presets.
final class TemplateRoutes {
  private final World world;

  TemplateRoutes(World world) {
    this.world = world;
  }

  void register(Router router) {
    router.on("GET", "/api/v2/templates", (request, _) -> list(request));
    router.on("GET", "/api/v2/templates/{}", (_, names) -> show(names.getFirst()));
    router.on(
        "GET",
        "/api/v2/templateversions/{}",
        (_, names) -> Reply.json(200, version(require(names.getFirst()))));
    router.on(
        "GET",
        "/api/v2/templateversions/{}/rich-parameters",
        (_, names) -> parameters(require(names.getFirst())));
    router.on(
        "GET",
        "/api/v2/templateversions/{}/presets",
        (_, names) -> presets(require(names.getFirst())));
  }

  private Reply list(Request request) {
    var search =
        Search.of(request, "name", Set.of("name", "deprecated", "exact_name", "organization"));
    var found =
        world.templates.stream()
            .filter(
                it -> search.allows("deprecated", Boolean.toString(!it.deprecation().isEmpty())))
            .filter(it -> it.name().contains(search.terms().getOrDefault("name", "")))
            .filter(it -> search.allows("exact_name", it.name()))
            .filter(it -> search.allows("organization", it.organization()))
            .sorted(Comparator.comparing(FakeTemplate::name))
            .map(this::template)
            .toList();
    return Reply.json(200, Tree.list(found));
  }

  private Reply show(String text) {
    var id = Refusal.id(text, "template");
    var found = world.findTemplate(it -> it.id().equals(id)).orElseThrow(Refusal::notFound);
    return Reply.json(200, template(found));
  }

  private FakeTemplate.Version require(String text) {
    return world.findVersion(Refusal.id(text, "version")).orElseThrow(Refusal::notFound);
  }

  private Reply parameters(FakeTemplate.Version version) {
    if (version.importing) {
      throw Refusal.of(425, "Template version job has not finished");
    }
    return Reply.json(
        200, Tree.list(version.parameters().stream().map(TemplateRoutes::parameter).toList()));
  }

  /// The keys are capitalised, and where there are none there is no list either.
  private Reply presets(FakeTemplate.Version version) {
    if (version.presets().isEmpty()) {
      return Reply.json(200, Tree.nothing());
    }
    return Reply.json(
        200, Tree.list(version.presets().stream().map(TemplateRoutes::preset).toList()));
  }

  private static ObjectNode preset(FakeTemplate.Preset preset) {
    var values =
        preset.values().entrySet().stream()
            .map(it -> Map.of("Name", it.getKey(), "Value", it.getValue()))
            .toList();
    return Tree.of(
        "ID",
        preset.id(),
        "Name",
        preset.name(),
        "Parameters",
        values,
        "Default",
        preset.isDefault(),
        "DesiredPrebuildInstances",
        null,
        "Description",
        "",
        "Icon",
        "");
  }

  private static ObjectNode parameter(FakeTemplate.Parameter parameter) {
    return Tree.of(
        "name",
        parameter.name(),
        "display_name",
        "",
        "description",
        "",
        "description_plaintext",
        "",
        "type",
        "string",
        "form_type",
        "textarea",
        "mutable",
        true,
        "default_value",
        parameter.defaultValue(),
        "icon",
        "",
        "options",
        List.of(),
        "required",
        parameter.required(),
        "ephemeral",
        false);
  }

  private ObjectNode template(FakeTemplate template) {
    return Tree.of(
        "id", template.id(),
        "created_at", template.createdAt(),
        "updated_at", template.createdAt(),
        "organization_id", world.organization(template.organization()),
        "organization_name", template.organization(),
        "organization_display_name", template.organization(),
        "organization_icon", "",
        "name", template.name(),
        "display_name", template.displayName(),
        "provisioner", "terraform",
        "active_version_id", template.active().id(),
        "active_user_count", -1,
        "build_time_stats", Map.of(),
        "description", template.description(),
        "deleted", false,
        "deprecated", !template.deprecation().isEmpty(),
        "deprecation_message", template.deprecation(),
        "icon", "",
        "default_ttl_ms", 0,
        "created_by_id", world.user("root"),
        "created_by_name", "root",
        "allow_user_cancel_workspace_jobs", template.mayUsersCancel(),
        "require_active_version", template.isActiveVersionOnly());
  }

  private ObjectNode version(FakeTemplate.Version version) {
    var template = world.templateOf(version);
    return Tree.of(
        "id", version.id(),
        "template_id", template.id(),
        "organization_id", world.organization(template.organization()),
        "created_at", version.createdAt(),
        "updated_at", version.createdAt(),
        "name", version.name(),
        "message", "",
        "readme", "",
        "archived", false,
        "warnings", List.of(),
        "job", Map.of("status", version.importing ? "running" : "succeeded"));
  }
}
