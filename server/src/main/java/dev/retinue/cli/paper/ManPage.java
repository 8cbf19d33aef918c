package dev.retinue.cli.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// A command as a page of the manual, in the language of `man`.
final class ManPage {
  private final CommandSpec command;
  private final String version;

  ManPage(CommandSpec command, String version) {
    this.command = command;
    this.version = version;
  }

  /// `retinue-sessions-fork`: what one asks `man` for.
  static String name(CommandSpec command) {
    return command.qualifiedName("-");
  }

  String text() {
    var lines = new ArrayList<String>();
    var name = name(command);
    lines.add(
        ".TH \"%s\" 1 \"\" \"Retinue %s\" \"Retinue\""
            .formatted(name.toUpperCase(java.util.Locale.ROOT), version));
    lines.add(".SH NAME");
    lines.add(escaped(name) + " \\- " + escaped(description()));
    lines.add(".SH SYNOPSIS");
    lines.add(".B " + escaped(command.qualifiedName()));
    lines.add(escaped(synopsis()));
    lines.add(".SH DESCRIPTION");
    lines.add(escaped(description()));
    section(lines, "ARGUMENTS", command.positionalParameters());
    section(lines, "OPTIONS", command.options());
    commands(lines);
    footer(lines);
    if (command.parent() != null) {
      lines.add(".SH SEE ALSO");
      lines.add(".BR %s (1)".formatted(escaped(name(command.parent()))));
    }
    return String.join("\n", lines) + "\n";
  }

  private String description() {
    return String.join(" ", command.usageMessage().description());
  }

  private String synopsis() {
    var words = new ArrayList<String>();
    if (!command.options().isEmpty()) {
      words.add("[options]");
    }
    command.positionalParameters().forEach(it -> words.add(it.paramLabel()));
    if (!command.subcommands().isEmpty()) {
      words.add("<command>");
    }
    return String.join(" ", words);
  }

  private static void section(List<String> lines, String title, List<? extends ArgSpec> args) {
    var shown = args.stream().filter(it -> !it.hidden()).toList();
    if (shown.isEmpty()) {
      return;
    }
    lines.add(".SH " + title);
    for (var arg : shown) {
      lines.add(".TP");
      lines.add(".B " + escaped(label(arg)));
      lines.add(escaped(String.join(" ", arg.description())));
    }
  }

  private static String label(ArgSpec arg) {
    if (arg instanceof OptionSpec option) {
      var names = String.join(", ", option.names());
      return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }
    return arg.paramLabel();
  }

  private void commands(List<String> lines) {
    if (command.subcommands().isEmpty()) {
      return;
    }
    lines.add(".SH COMMANDS");
    for (var below : command.subcommands().values()) {
      lines.add(".TP");
      lines.add(".BR %s (1)".formatted(escaped(name(below.getCommandSpec()))));
      lines.add(escaped(String.join(" ", below.getCommandSpec().usageMessage().description())));
    }
  }

  /// Paragraphs as they are, examples in a block.
  private void footer(List<String> lines) {
    var footer = Stream.of(command.usageMessage().footer()).toList();
    if (footer.stream().allMatch(String::isBlank)) {
      return;
    }
    lines.add(".SH NOTES");
    boolean examples = false;
    for (var line : footer) {
      boolean example = line.startsWith("  ");
      if (example != examples) {
        lines.add(example ? ".nf" : ".fi");
        examples = example;
      }
      lines.add(line.isBlank() ? ".PP" : escaped(line));
    }
    if (examples) {
      lines.add(".fi");
    }
  }

  /// What `man` would take for its own language is plain text here.
  static String escaped(String text) {
    var plain =
        text.lines()
            .map(it -> it.replace("\\", "\\e").replace("-", "\\-"))
            .map(it -> it.startsWith(".") || it.startsWith("'") ? "\\&" + it : it)
            .collect(Collectors.joining(" "));
    return plain.isEmpty() ? "\\&" : ascii(plain);
  }

  /// Not every `man` reads UTF-8.
  private static String ascii(String text) {
    var ascii = new StringBuilder();
    text.codePoints()
        .forEach(
            it -> {
              if (it < 128) {
                ascii.append((char) it);
              } else {
                ascii.append(String.format(Locale.ROOT, "\\[u%04X]", it));
              }
            });
    return ascii.toString();
  }

  /// All of a program: the command, and those below it.
  static List<CommandSpec> all(CommandLine commands) {
    var all = new ArrayList<>(List.of(commands.getCommandSpec()));
    commands.getSubcommands().values().forEach(it -> all.addAll(all(it)));
    return all;
  }
}
