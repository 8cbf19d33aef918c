package dev.retinue.toolset.sessions;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Roster;
import dev.retinue.core.staff.Staff;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the agent that somebody means: by its name on the staff, or by the file in which it is
/// written. Only files count that the staff is read from, so that nobody learns here what else
/// there is on the disk.
final class AgentRefs {
  private static final Pattern OTHERS = Pattern.compile("[^a-z0-9_-]+");
  private static final String ENTRY = "root";
  private static final Pattern PLACE = Pattern.compile("^(.*?)(?::[0-9]+:[0-9]+)?: ");
  private static final List<String> ENDINGS = List.of("", ".yaml", ".yml", ".md");

  private final Staff staff;
  private final AgentPaths paths;

  AgentRefs(Staff staff, AgentPaths paths) {
    this.staff = staff;
    this.paths = paths;
  }

  /// The one that is meant, or a refusal that names those who can be.
  ///
  /// @param name another one of the same file than that which answers for it
  /// @param directory where it will work; null for where its caller is
  Agent require(
      Caller caller, String reference, @Nullable String name, @Nullable String directory) {
    var roster = staff.members().of(caller, directory);
    var entry = find(roster, reference).orElseThrow(() -> nobody(roster, reference));
    return name == null ? entry : member(roster, entry, name);
  }

  /// All that are meant: those of a file in their order, or the one of this name.
  List<Agent> all(Caller caller, String reference) {
    var roster = staff.members().of(caller, null);
    var wanted = reference.strip();
    var named = roster.find(wanted);
    if (named.isPresent()) {
      return List.of(named.get());
    }
    var entry = require(caller, reference, null, null);
    var file = entry.craft().origin().file();
    return roster.all().stream().filter(it -> it.craft().origin().file().equals(file)).toList();
  }

  private Optional<Agent> find(Roster roster, String reference) {
    var wanted = reference.strip();
    return roster.find(wanted).or(() -> byFile(roster, wanted));
  }

  private Optional<Agent> byFile(Roster roster, String reference) {
    return paths
        .parse(reference)
        .flatMap(
            path ->
                // The first of a file is the one that is asked where the file is.
                roster.all().stream()
                    .filter(it -> paths.isMeant(path, it.craft().origin().file()))
                    .findFirst());
  }

  private static Agent member(Roster roster, Agent entry, String name) {
    var file = entry.craft().origin().file();
    var own =
        file.isEmpty()
            ? List.of(entry)
            : roster.all().stream().filter(it -> it.craft().origin().file().equals(file)).toList();
    var wanted = name.strip();
    var first = own.isEmpty() ? entry : own.getFirst();
    var written = OTHERS.matcher(wanted.toLowerCase(Locale.ROOT)).replaceAll("-");
    return own.stream()
        .filter(it -> it.name().equals(wanted) || it.name().equals(first.name() + "." + written))
        .findFirst()
        .or(() -> wanted.equalsIgnoreCase(ENTRY) ? Optional.of(first) : Optional.empty())
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "There is no agent '%s' beside '%s', only %s."
                        .formatted(Excerpt.of(name), entry.name(), names(own))));
  }

  private RetinueException nobody(Roster roster, String reference) {
    if (isBroken(roster, reference)) {
      return new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no agent '%s', because something is wrong with its file: 'retinue agents list' says what."
              .formatted(Excerpt.of(reference, 200)));
    }
    var all = roster.all();
    var names = all.stream().map(Agent::name).toList();
    var meant =
        Nearest.to(reference.strip(), names).map(" Did you mean '%s'?"::formatted).orElse("");
    return new RetinueException(
        ErrorCode.NOT_FOUND,
        "There is no agent '%s'%s. Those that can be named are: %s.%s list_agents has all of them."
            .formatted(Excerpt.of(reference, 200), where(reference), names(all), meant));
  }

  private static String where(String reference) {
    return reference.strip().matches("(?i).*\\.(ya?ml|md)")
        ? " in the folders that agents are read from ('retinue agents add' puts a file there)"
        : "";
  }

  /// Whether there is such a file that cannot be used. What is wrong with it is for its owner.
  private boolean isBroken(Roster roster, String reference) {
    var places =
        roster.troubles().stream().map(PLACE::matcher).filter(Matcher::find).map(it -> it.group(1));
    var meant =
        ENDINGS.stream().flatMap(it -> paths.parse(reference.strip() + it).stream()).toList();
    return places.anyMatch(it -> meant.stream().anyMatch(path -> paths.isMeant(path, it)));
  }

  private static String names(List<Agent> agents) {
    var shown =
        agents.stream().limit(Roster.MOST_NAMES).map(Agent::name).collect(Collectors.joining(", "));
    int more = agents.size() - Roster.MOST_NAMES;
    return more > 0 ? "%s and %d more".formatted(shown, more) : shown;
  }
}
