package dev.retinue.toolset.compat;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the arguments of `codex` come to here, and what of them does not hold.
final class CodexOptions {
  private static final List<String> READS = List.of("read", "search");
  private static final List<String> WRITES = List.of("read", "search", "edit", "shell");
  private static final int LONGEST = 200;

  private final Arguments arguments;

  CodexOptions(Arguments arguments) {
    this.arguments = arguments;
  }

  /// The sandbox, in words for tools; null for what its operator lets it have.
  @Nullable List<String> tools() {
    return switch (arguments.text("sandbox")) {
      case null -> null;
      case "read-only" -> READS;
      case "workspace-write" -> WRITES;
      default ->
          throw new RetinueException(
              ErrorCode.FORBIDDEN,
              "A caller cannot have the sandbox 'danger-full-access': what codex may do is decided by the operator's configuration. Use 'workspace-write', or leave 'sandbox' out.");
    };
  }

  /// The prompt, after the instructions that came with it.
  String prompt() {
    var instructions =
        Stream.of("base-instructions", "developer-instructions")
            .map(arguments::text)
            .filter(text -> text != null)
            .collect(Collectors.joining("\n\n"));
    return instructions.isEmpty()
        ? arguments.prompt()
        : instructions + "\n\n---\n\n" + arguments.prompt();
  }

  List<String> warnings() {
    var warnings = new ArrayList<String>();
    var approvals = arguments.text("approval-policy");
    if (approvals != null && !approvals.equals("never")) {
      warnings.add(
          "Codex asks for no approval here, so 'approval-policy' %s is 'never': what its sandbox forbids fails, and it is told so."
              .formatted(approvals));
    }
    if (arguments.has("base-instructions")) {
      warnings.add("'base-instructions' stand before the prompt; those of codex itself stay.");
    }
    if (arguments.has("config")) {
      warnings.add(
          "'config' was not used (%s): the settings of codex are those of its owner."
              .formatted(keys()));
    }
    for (var name : List.of("profile", "compact-prompt", "include-plan-tool")) {
      if (arguments.has(name)) {
        warnings.add("'%s' was not used: codex has no such setting here.".formatted(name));
      }
    }
    arguments.strangers(Schemas.CODEX_ARGUMENTS).ifPresent(warnings::add);
    return warnings;
  }

  private String keys() {
    var keys = String.join(", ", arguments.json().path("config").propertyNames());
    return keys.isEmpty() ? "it is empty" : Excerpt.of(keys, LONGEST);
  }
}
