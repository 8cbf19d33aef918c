package dev.retinue.runtime.cli.relay;

import dev.retinue.core.permission.Deed;
import dev.retinue.core.permission.Subject;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Makes deeds of what programs say: commands and files are found in the arguments by the names
/// that tools give them, and files on disk.
///
/// @param folders where the program works: as it was named, and as it is once links are followed
public record Deeds(List<Path> folders) {
  /// Under which names tools take files.
  private static final Set<String> FILES =
      Set.of(
          "file_path", "path", "paths", "notebook_path", "absolute_path", "filePath", "dir_path");

  /// Under which names tools take several at once.
  private static final Set<String> LISTS = Set.of("paths", "urls");

  /// What rules call the tools that others call otherwise.
  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry("run_shell_command", "Bash"),
          Map.entry("shell", "Bash"),
          Map.entry("bash", "Bash"),
          Map.entry("exec_command", "Bash"),
          Map.entry("read_file", "Read"),
          Map.entry("read", "Read"),
          Map.entry("write_file", "Write"),
          Map.entry("write", "Write"),
          Map.entry("replace", "Edit"),
          Map.entry("edit", "Edit"),
          Map.entry("apply_patch", "Edit"),
          Map.entry("glob", "Glob"),
          Map.entry("grep", "Grep"),
          Map.entry("search_file_content", "Grep"),
          Map.entry("webfetch", "WebFetch"),
          Map.entry("web_fetch", "WebFetch"),
          // And the other way round, for rules in the words of agents that are written in files.
          Map.entry("Bash", "shell"),
          Map.entry("Read", "read_file"),
          Map.entry("Write", "write_file"),
          Map.entry("Edit", "edit_file"),
          Map.entry("Grep", "search_files_content"),
          Map.entry("WebFetch", "fetch"));

  public static Deeds in(Path folder) {
    var named = folder.toAbsolutePath().normalize();
    return new Deeds(List.of(named, real(named)));
  }

  /// What it is to use a tool so.
  ///
  /// @param input the arguments as JSON
  public Deed of(String tool, String input) {
    var names = COMMON.containsKey(tool) ? List.of(tool, COMMON.get(tool)) : List.of(tool);
    return of(names, input);
  }

  /// The same for a tool that rules know by all of these names.
  public Deed of(List<String> names, String input) {
    return new Deed(names, subjects(input), input);
  }

  /// The same for one file, wherever it is named.
  public Deed on(List<String> names, Path file) {
    return new Deed(names, List.of(file(file.toString())), file.toString());
  }

  private List<Subject> subjects(String input) {
    var subjects = new ArrayList<Subject>();
    try {
      JsonMapper.shared().readTree(input).properties().forEach(it -> add(subjects, it));
    } catch (JacksonException e) {
      // Then all of it is text.
    }
    return subjects.isEmpty() ? List.of(new Subject.Text(input)) : subjects;
  }

  private void add(List<Subject> subjects, Map.Entry<String, JsonNode> argument) {
    var value = argument.getValue();
    if (value.isArray() && LISTS.contains(argument.getKey())) {
      value.forEach(each -> add(subjects, argument.getKey(), each));
    } else {
      add(subjects, argument.getKey(), value);
    }
  }

  private void add(List<Subject> subjects, String name, JsonNode value) {
    if (!value.isString()) {
      return;
    }
    switch (name) {
      case "command", "cmd" -> subjects.add(new Subject.Command(value.stringValue()));
      case "url", "urls" -> subjects.add(new Subject.Text(value.stringValue()));
      default -> {
        if (FILES.contains(name)) {
          subjects.add(file(value.stringValue()));
        }
      }
    }
  }

  private Subject file(String given) {
    try {
      var named = folders.getFirst().resolve(given).normalize();
      // Not through the normalised name: after a link '..' leads elsewhere than it looks.
      return new Subject.File(List.of(named, real(folders.getFirst().resolve(given))), folders);
    } catch (InvalidPathException e) {
      return new Subject.Text(given);
    }
  }

  /// Where it is once links are followed, as far as it is there.
  private static Path real(Path path) {
    for (var there = path; there != null; there = there.getParent()) {
      try {
        var rest = path.getNameCount() - there.getNameCount();
        var found = there.toRealPath();
        return rest == 0
            ? found
            : found.resolve(path.subpath(there.getNameCount(), path.getNameCount())).normalize();
      } catch (IOException | SecurityException e) {
        // Perhaps what it is in.
      }
    }
    return path.normalize();
  }
}
