package dev.retinue.core.group;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Money;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/// How a plan is written down. What many errands are told beforehand is written once.
///
/// @param prefaces what errands are told before their work, which they name by its place
record PlanForm(int maxConcurrency, @Nullable List<String> prefaces, List<Entry> errands) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /// One errand.
  record Entry(
      String agent,
      String prompt,
      @Nullable Integer preface,
      @Nullable String model,
      @Nullable List<String> tools,
      @Nullable Map<String, String> labels,
      @Nullable Long maxSeconds,
      @Nullable BigDecimal maxCostUsd,
      @Nullable String workingDirectory,
      @Nullable Isolation isolation,
      @Nullable String payloadSchema) {}

  static String write(GroupPlan plan) {
    var prefaces = new ArrayList<String>();
    var entries = plan.errands().stream().map(it -> entry(it, prefaces)).toList();
    return JSON.writeValueAsString(
        new PlanForm(plan.maxConcurrency(), prefaces.isEmpty() ? null : prefaces, entries));
  }

  private static Entry entry(Errand errand, List<String> prefaces) {
    var how = errand.how();
    var bounds = errand.bounds();
    if (how.preface() != null && !prefaces.contains(how.preface())) {
      prefaces.add(how.preface());
    }
    return new Entry(
        errand.agent(),
        errand.prompt(),
        how.preface() == null ? null : prefaces.indexOf(how.preface()),
        how.model(),
        how.tools(),
        how.labels().isEmpty() ? null : how.labels(),
        bounds.maxSeconds(),
        bounds.maxCost() == null ? null : bounds.maxCost().usd(),
        bounds.workingDirectory(),
        bounds.isolation() == Isolation.NONE ? null : bounds.isolation(),
        bounds.payloadSchema());
  }

  static GroupPlan read(String json) {
    if (json.length() > GroupPlan.LONGEST) {
      throw GroupPlan.refused("This is too long for the plan of a group.");
    }
    PlanForm form;
    try {
      form = JSON.readValue(json, PlanForm.class);
    } catch (JacksonException e) {
      throw GroupPlan.refused(
          "This is not the plan of a group: %s".formatted(Excerpt.of(e.getOriginalMessage(), 200)));
    }
    if (form == null || form.errands == null) {
      throw GroupPlan.refused("This is not the plan of a group: it has no errands.");
    }
    return new GroupPlan(form.maxConcurrency, form.errands.stream().map(form::errand).toList());
  }

  private Errand errand(@Nullable Entry entry) {
    if (entry == null || entry.agent == null || entry.prompt == null) {
      throw GroupPlan.refused("An errand needs an agent and a prompt.");
    }
    refuseNothing("tools", entry.tools);
    refuseNothing("labels", entry.labels == null ? null : entry.labels.values());
    return new Errand(
        entry.agent,
        entry.prompt,
        new Errand.How(
            entry.model,
            entry.tools,
            preface(entry),
            Objects.requireNonNullElse(entry.labels, Map.of())),
        new Errand.Bounds(
            entry.maxSeconds,
            entry.maxCostUsd == null ? null : Money.usd(entry.maxCostUsd),
            entry.workingDirectory,
            Objects.requireNonNullElse(entry.isolation, Isolation.NONE),
            entry.payloadSchema));
  }

  private static void refuseNothing(String what, @Nullable Collection<?> all) {
    if (all != null && all.stream().anyMatch(Objects::isNull)) {
      throw GroupPlan.refused("One of the %s of an errand is null.".formatted(what));
    }
  }

  private @Nullable String preface(Entry entry) {
    if (entry.preface == null) {
      return null;
    }
    if (prefaces == null || entry.preface < 0 || entry.preface >= prefaces.size()) {
      throw GroupPlan.refused("There is no preface %d in this plan.".formatted(entry.preface));
    }
    return prefaces.get(entry.preface);
  }
}
