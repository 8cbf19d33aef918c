package dev.retinue.sdk;

import dev.retinue.sdk.Flags.Usual;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// `--skill`: a page from which a model learns what the agent is for and how it is called.
final class SkillFile {
  private static final String MARK = "<!-- Written by `--skill`; it may be written again. -->";

  private final Spec spec;
  private final World world;
  private final Flags flags;

  SkillFile(Spec spec, World world, Flags flags) {
    this.spec = spec;
    this.world = world;
    this.flags = flags;
  }

  int write() {
    var folder = flags.value(Usual.SKILL).orElse(".claude/skills");
    if (folder.equals("-")) {
      world.out().print(text());
      world.out().flush();
      return 0;
    }
    Path file = world.directory().resolve(folder).resolve(spec.name()).resolve("SKILL.md");
    try {
      if (Files.exists(file) && !Files.readString(file).contains(MARK) && !flags.has(Usual.YES)) {
        throw new AgentException(
            ExitCode.PERMISSION,
            "%s was written by somebody else; --yes writes over it.".formatted(file));
      }
      Files.createDirectories(file.getParent());
      Files.writeString(file, text());
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE, "%s cannot be written: %s".formatted(file, e.getMessage()));
    }
    world.out().println(file);
    world.out().flush();
    return 0;
  }

  String text() {
    var text = new StringBuilder();
    text.append(
        "---\nname: %s\ndescription: %s\n---\n".formatted(spec.name(), quoted(spec.description())));
    text.append("%s\n\n# %s\n\n%s\n\n".formatted(MARK, spec.name(), spec.description()));
    text.append("## How to call it\n\n```sh\n");
    if (spec.examples().isEmpty()) {
      text.append(command())
          .append(spec.accepts().isEmpty() ? "\n" : " --context \"what to work on\"\n");
    }
    spec.examples().forEach(line -> text.append(line).append('\n'));
    text.append("```\n\n");
    if (!spec.accepts().isEmpty()) {
      text.append(
          "What it works on is given by `--context-file`, `--context` or standard input%s. "
              .formatted(spec.contextRequired() ? ", and is needed" : ""));
    }
    text.append("`--output-format json` gives `{result, metadata, warnings, error}`.\n");
    if (!spec.options().isEmpty()) {
      text.append("\n## Options\n\n| option | what it does |\n|---|---|\n");
      spec.options()
          .forEach(
              it ->
                  text.append(
                      "| `--%s` | %s%s |\n"
                          .formatted(
                              it.name(),
                              it.description().replace("|", "\\|"),
                              it.required() ? " (needed)" : "")));
    }
    if (!spec.variables().isEmpty()) {
      text.append("\n## Environment\n\n| variable | what it is |\n|---|---|\n");
      spec.variables()
          .forEach(
              it ->
                  text.append(
                      "| `%s` | %s%s |\n"
                          .formatted(
                              it.name(),
                              it.description().replace("|", "\\|"),
                              it.required() ? " (needed)" : "")));
    }
    text.append(
        "\nExit codes: 0 done, 1 failed, 2 wrong use or something missing, 3 took too long, 4 not"
            + " permitted.\n");
    return text.toString();
  }

  /// What a shell understands. The launcher says which file it has started; who starts an agent
  /// otherwise has given it a name on the PATH, or an example.
  private String command() {
    var file = System.getProperty("retinue.sdk.file", "");
    if (file.isEmpty()) {
      return spec.name();
    }
    var here = world.directory();
    var path = Path.of(file);
    var word = (path.startsWith(here) ? here.relativize(path) : path).toString();
    return "retinue exec "
        + (word.matches("[\\w./-]+") ? word : "'" + word.replace("'", "'\\''") + "'");
  }

  /// As YAML: a text in double quotes is JSON.
  private static String quoted(String text) {
    return Wire.json(text.replaceAll("\\s+", " ").strip()).toString();
  }
}
