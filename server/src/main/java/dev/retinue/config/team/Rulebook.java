package dev.retinue.config.team;

import dev.retinue.config.team.key.Placed;
import dev.retinue.config.team.key.Remark;
import dev.retinue.config.team.key.TeamKeys;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.core.Permissions;
import dev.retinue.core.RetinueException;
import dev.retinue.core.permission.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The rules of a file in our words: `tool:argument=pattern` is `tool(pattern)` here.
final class Rulebook {
  private static final Pattern SERVER = Pattern.compile("mcp:([^:()]+):([^:()=]+)");
  private static final Pattern ARGUMENT = Pattern.compile("([^:()=]+):([A-Za-z0-9_.-]+)=(.+)");
  private static final Pattern ANOTHER = Pattern.compile(":[A-Za-z0-9_.-]+=");

  private final Mistakes mistakes;
  private final List<Remark> remarks;

  /// @param remarks takes what is left out
  Rulebook(Mistakes mistakes, List<Remark> remarks) {
    this.mistakes = mistakes;
    this.remarks = remarks;
  }

  /// @param trusted whether it may allow anything; else it only narrows
  Permissions permissions(TeamKeys.Rules rules, boolean trusted) {
    var allow = trusted ? all(rules.allow()) : leftOut(rules.allow());
    return new Permissions(allow, all(rules.ask()), all(rules.deny()));
  }

  private List<String> leftOut(List<Placed<String>> rules) {
    rules.forEach(
        it ->
            remarks.add(
                new Remark(
                    it.at(),
                    "the rule %s is left out: the file of a project may only narrow what is allowed; put the file into a folder of the operator."
                        .formatted(Quoted.of(it.value())))));
    return List.of();
  }

  private List<String> all(List<Placed<String>> rules) {
    var all = new ArrayList<String>();
    for (var rule : rules) {
      translated(rule).filter(it -> !all.contains(it)).ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  private Optional<String> translated(Placed<String> rule) {
    var text = rule.value();
    var server = SERVER.matcher(text);
    if (server.matches()) {
      return checked(rule, "mcp__%s__%s".formatted(server.group(1), server.group(2)));
    }
    var argument = ARGUMENT.matcher(text);
    if (!argument.matches()) {
      return checked(rule, text);
    }
    if (ANOTHER.matcher(argument.group(3)).find()) {
      mistakes.add(
          rule.at(),
          "the rule %s names more than one argument; write one rule for each tool with one argument."
              .formatted(Quoted.of(text)));
      return Optional.empty();
    }
    return checked(rule, "%s(%s)".formatted(argument.group(1), argument.group(3)));
  }

  private Optional<String> checked(Placed<String> rule, String translated) {
    boolean strange = translated.indexOf('(') < 0 && translated.contains("=");
    try {
      Policy.require(translated);
    } catch (RetinueException e) {
      strange = true;
    }
    if (strange) {
      mistakes.add(
          rule.at(),
          "%s is no rule; write a tool as shell or read_*, or with an argument as shell:cmd=git *."
              .formatted(Quoted.of(rule.value())));
      return Optional.empty();
    }
    return Optional.of(translated);
  }
}
