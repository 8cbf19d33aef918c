package dev.retinue.config.team;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Roster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A staff with those on it who are written in files. Whom the configuration names is taken first,
/// then the folders in their order; whoever comes later with the same name is left out, and said.
public final class FileStaff implements Roster {
  /// Where projects keep agents; only single ones where others than we look too.
  private static final Path OWN = Path.of(".retinue", "agents");

  private static final Path CLAUDES = Path.of(".claude", "agents");

  private final Roster configured;
  private final AgentFiles files;
  private final List<AgentFolder> folders;
  private final Predicate<Agent> yields;
  private final Told told;

  /// @param configured whom the configuration names
  /// @param folders the operator's
  public FileStaff(Roster configured, AgentFiles files, List<AgentFolder> folders) {
    this(configured, files, folders, _ -> false, new Told(_ -> {}));
  }

  private FileStaff(
      Roster configured,
      AgentFiles files,
      List<AgentFolder> folders,
      Predicate<Agent> yields,
      Told told) {
    this.configured = configured;
    this.files = files;
    this.folders = List.copyOf(folders);
    this.yields = yields;
    this.told = told;
  }

  /// The same, where some of those whom no file names give way to files of the operator.
  public FileStaff yielding(Predicate<Agent> some) {
    return new FileStaff(configured, files, folders, some, told);
  }

  /// Whether a file of the operator may take the place of this one.
  public boolean yields(Agent agent) {
    return yields.test(agent);
  }

  /// The same, where somebody hears of what is wrong with files, each time that it is new.
  public FileStaff telling(Consumer<String> log) {
    return new FileStaff(configured, files, folders, yields, new Told(log));
  }

  /// All who are there, and what is wrong with those who are not.
  ///
  /// @param agents by their names, in their order
  /// @param warnings what writers of files should know
  public record Listed(Map<String, Agent> agents, List<String> troubles, List<String> warnings) {}

  public Listed listed() {
    var found = files.in(folders);
    var agents = new LinkedHashMap<String, Agent>();
    configured.all().forEach(agent -> agents.put(agent.name(), agent));
    // Who gives way to a file does not do its work when that has a mistake.
    for (var broken : found.broken()) {
      var former = agents.get(broken.name());
      if (former != null && broken.trusted() && yields(former)) {
        agents.remove(broken.name());
      }
    }
    var troubles = new ArrayList<>(found.troubles());
    var taken = new ArrayList<TeamFile>();
    for (var team : found.teams()) {
      var former = agents.get(team.agents().getFirst().name());
      if (isFree(team, former)) {
        team.agents().forEach(agent -> agents.put(agent.name(), agent));
        taken.add(team);
      } else {
        troubles.add(clash(team, former));
      }
    }
    var warnings = new ArrayList<String>();
    for (var team : taken) {
      warnings.addAll(team.warnings());
      team.missing(agents.keySet()).forEach(it -> warnings.add(it.in(team.place())));
    }
    told.tell(troubles);
    return new Listed(agents, List.copyOf(troubles), List.copyOf(warnings));
  }

  private boolean isFree(TeamFile team, @Nullable Agent former) {
    var first = team.agents().getFirst();
    return former == null
        ? configured.find(first.name()).isEmpty()
        : first.craft().origin().trusted() && yields(former);
  }

  private static String clash(TeamFile team, @Nullable Agent former) {
    var place = former == null ? "" : former.craft().origin().file();
    return "%s: there is already an agent '%s', in %s; give one of them another name."
        .formatted(
            team.place(),
            team.agents().getFirst().name(),
            place.isEmpty() ? "the configuration" : place);
  }

  @Override
  public List<Agent> all() {
    return List.copyOf(listed().agents().values());
  }

  @Override
  public Optional<Agent> find(String name) {
    return configured
        .find(name)
        .filter(it -> !yields(it))
        .or(() -> Optional.ofNullable(listed().agents().get(name)));
  }

  @Override
  public Agent require(String name) {
    int point = name.indexOf('.');
    var first = point < 0 ? name : name.substring(0, point);
    var found = find(name);
    if (found.isEmpty()) {
      for (var it : files.in(folders).broken()) {
        if (it.name().equals(first)) {
          throw new RetinueException(
              ErrorCode.NOT_FOUND,
              "There is no agent '%s' on the staff, because something is wrong with its file '%s': 'retinue agents list' says what."
                  .formatted(Excerpt.of(name), it.file().getFileName()));
        }
      }
    }
    return found.orElseGet(() -> Roster.super.require(name));
  }

  /// Whether such a file lies where projects keep theirs, and so nobody answers for it.
  public static boolean isOfProject(Path file) {
    var folder = file.toAbsolutePath().normalize().getParent();
    return folder != null && (folder.endsWith(OWN) || folder.endsWith(CLAUDES));
  }

  @Override
  public FileStaff in(@Nullable Path folder) {
    if (folder == null) {
      return this;
    }
    var all = new ArrayList<>(folders);
    all.add(new AgentFolder(folder.resolve(OWN), false, true));
    all.add(new AgentFolder(folder.resolve(CLAUDES), false, false));
    return new FileStaff(configured, files, all, yields, told);
  }

  @Override
  public List<String> troubles() {
    return listed().troubles();
  }
}
