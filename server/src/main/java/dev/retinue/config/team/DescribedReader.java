package dev.retinue.config.team;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Program;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Craft.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads what an agent in one file said of itself when it was added, as `retinue agents add` keeps
/// it: `{file, digest, uses, description}`. Nothing is started for that.
final class DescribedReader {
  private static final String RUNTIME = "javafile";
  private static final int MOST = 100;
  private static final int LONGEST_DESCRIPTION = 2_000;
  private static final int LONGEST_OPTION = 300;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
  private static final Pattern OPTION = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  private final Set<String> reserved;

  DescribedReader(Landscape landscape) {
    this.reserved = landscape.reserved();
  }

  TeamFile read(Origin origin, byte[] bytes) {
    var json = parse(origin, bytes);
    var description = json.path("description");
    var name = description.path("name").asString("");
    require(Agent.isName(name) && !name.contains("."), origin, noName(name));
    require(!reserved.contains(name), origin, "no agent can be called '%s'.".formatted(name));
    var file = json.path("file").asString("");
    require(file.startsWith("/"), origin, "'file' must be the whole path of the agent's file.");
    var digest = json.path("digest").asString("");
    require(DIGEST.matcher(digest).matches(), origin, "'digest' must be the SHA-256 of its file.");
    var parameters = parameters(origin, description.path("options"));
    var program =
        new Program(
            file,
            List.of(),
            variables(origin, description.path("env")),
            Program.Format.TEXT,
            false,
            new Program.Description(name, digest, parameters, uses(origin, json.path("uses"))));
    return new TeamFile(
        origin.file(), List.of(agent(origin, description, program)), List.of(), List.of());
  }

  private static Map<String, String> uses(Origin origin, JsonNode files) {
    var all = new TreeMap<String, String>();
    for (var file : files.properties()) {
      var digest = file.getValue().asString("");
      require(
          file.getKey().startsWith("/") && DIGEST.matcher(digest).matches() && all.size() < MOST,
          origin,
          "'uses' must have whole paths, each with the SHA-256 of its file, %d at most."
              .formatted(MOST));
      all.put(file.getKey(), digest);
    }
    return all;
  }

  private static JsonNode parse(Origin origin, byte[] bytes) {
    try {
      var json = JsonMapper.shared().readTree(bytes);
      require(json.path("description").isObject(), origin, "'description' is missing.");
      return json;
    } catch (JacksonException e) {
      throw refusal(origin, "it is no JSON.");
    }
  }

  private static Agent agent(Origin origin, JsonNode description, Program program) {
    var said = program.description();
    var kept = Conduct.USUAL;
    var none = Craft.NONE;
    return new Agent(
        said == null ? "" : said.name(),
        sentence(description.path("description").asString(""), program),
        new Agent.Means(RUNTIME, null),
        "",
        List.of(),
        Agent.Limits.NONE,
        new Conduct(kept.permissions(), kept.confinement(), kept.vigilance(), program),
        new Craft(
            origin,
            none.greeting(),
            none.kits(),
            none.team(),
            none.background(),
            none.thought(),
            none.commands(),
            none.hooks(),
            none.outputSchema()));
  }

  /// Whoever gives it work is told here how to give it options.
  private static String sentence(String description, Program program) {
    var said = program.description();
    var text = Excerpt.of(description, LONGEST_DESCRIPTION);
    if (said == null || said.parameters().isEmpty()) {
      return text;
    }
    var options =
        said.parameters().stream()
            .map(
                it ->
                    "%s (%s%s): %s"
                        .formatted(
                            it.name(),
                            it.type(),
                            it.required() ? ", needed" : "",
                            it.description()))
            .collect(Collectors.joining("; "));
    return "%s To give it options, make the task a JSON object with \"context\" and these: %s"
        .formatted(text, options);
  }

  private static List<Program.Parameter> parameters(Origin origin, JsonNode options) {
    var all = new ArrayList<Program.Parameter>();
    for (var option : options) {
      var name = option.path("name").asString("").replaceFirst("^--", "");
      require(
          OPTION.matcher(name).matches() && all.size() < MOST,
          origin,
          "'%s' is no name for an option.".formatted(Excerpt.of(name)));
      all.add(
          new Program.Parameter(
              name,
              option.path("type").asString("string"),
              Excerpt.of(option.path("description").asString(""), LONGEST_OPTION),
              option.path("required").asBoolean(false),
              fallback(option.get("default")),
              choices(option.path("choices"))));
    }
    return all;
  }

  /// What is too long to be shown is only known to the agent itself.
  private static @Nullable String fallback(@Nullable JsonNode value) {
    var text = value == null || value.isNull() ? "" : value.toString();
    return text.isEmpty() || text.length() > LONGEST_OPTION ? null : text;
  }

  private static List<String> choices(JsonNode words) {
    var all = words.valueStream().map(it -> it.asString("")).toList();
    return all.size() > MOST || all.stream().anyMatch(it -> it.length() > LONGEST_OPTION)
        ? List.of()
        : all;
  }

  private static List<String> variables(Origin origin, JsonNode env) {
    var all = new ArrayList<String>();
    for (var variable : env) {
      var name = variable.isString() ? variable.stringValue() : variable.path("name").asString("");
      require(
          VARIABLE.matcher(name).matches() && all.size() < MOST,
          origin,
          "'%s' is no name for a variable.".formatted(Excerpt.of(name)));
      all.add(name);
    }
    return all;
  }

  private static String noName(String name) {
    return "'%s' is no name for an agent: it has lower-case letters, digits, '-' and '_', 64 at most."
        .formatted(Excerpt.of(name));
  }

  private static void require(boolean holds, Origin origin, String sentence) {
    if (!holds) {
      throw refusal(origin, sentence);
    }
  }

  private static RetinueException refusal(Origin origin, String sentence) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "%s: %s".formatted(origin.file(), sentence));
  }
}
