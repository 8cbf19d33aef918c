package dev.retinue.core.group;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// What a group does: its errands in their order, and how many of them at once. In JSON it is the
/// prompt of the run that carries it out.
public record GroupPlan(int maxConcurrency, List<Errand> errands) {
  /// Who carries plans out. He is on every staff and not shown on it.
  public static final String AGENT = "group";

  public static final int MOST_ERRANDS = 50;

  /// It is kept as the work of a run, which cannot be longer.
  static final int LONGEST = 1 << 20;

  private static final String NUMBER = "errand";
  private static final String REFUSED = "errand.";

  public GroupPlan {
    errands = List.copyOf(errands);
    if (errands.isEmpty() || errands.size() > MOST_ERRANDS) {
      throw refused(
          "A group has 1 to %d agents, not %d; start the others in another group."
              .formatted(MOST_ERRANDS, errands.size()));
    }
    if (maxConcurrency < 1 || maxConcurrency > MOST_ERRANDS) {
      throw refused("max_concurrency is 1 to %d, not %d.".formatted(MOST_ERRANDS, maxConcurrency));
    }
  }

  /// Refuses the one who carries plans out: nobody writes one by hand.
  public static void refuse(String agent) {
    if (agent.equals(AGENT)) {
      throw refused(
          "Agent '%s' only carries out what spawn_parallel plans; call spawn_parallel."
              .formatted(agent));
    }
  }

  /// The plan that was written as this.
  ///
  /// @throws RetinueException if it is no plan, with what is wrong about it
  public static GroupPlan read(String json) {
    return PlanForm.read(json);
  }

  /// How it is written down.
  ///
  /// @throws RetinueException if it is too long to be kept
  public String json() {
    var json = PlanForm.write(this);
    if (json.length() > LONGEST) {
      throw refused(
          "The work of this group is described in %d characters, and %d are allowed; put some of it in files."
              .formatted(json.length(), LONGEST));
    }
    return json;
  }

  /// An errand, with its number as a label.
  ///
  /// @param number its place in the plan, from 1
  public Errand numbered(int number) {
    return errands.get(number - 1).labelled(NUMBER, "" + number);
  }

  /// The place in the plan of one that was started for it.
  public static OptionalInt numberOf(Run errand) {
    return number(errand.commission().labels().getOrDefault(NUMBER, ""));
  }

  private static OptionalInt number(String text) {
    return text.matches("[1-9][0-9]?")
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }

  /// Under which fact of the group it is kept why an errand could not be started.
  public static String refusalKey(int number) {
    return REFUSED + number;
  }

  /// Whether a run has a plan carried out.
  public static boolean isGroup(Run run) {
    return run.commission().agent().name().equals(AGENT);
  }

  /// Why errands could not be started, by their numbers.
  public static Map<Integer, String> refusals(Run group) {
    var refusals = new TreeMap<Integer, String>();
    group
        .facts()
        .forEach(
            (key, value) -> {
              if (key.startsWith(REFUSED)) {
                number(key.substring(REFUSED.length())).ifPresent(it -> refusals.put(it, value));
              }
            });
    return refusals;
  }

  /// The folder for a group whose errands work in these: the smallest that has all of them in it,
  /// because who is below a run works inside of its folder.
  public static Optional<Path> folderOf(List<Path> places) {
    return places.stream().reduce(GroupPlan::common);
  }

  private static Path common(Path one, Path other) {
    var folder = one;
    while (folder.getParent() != null && !other.startsWith(folder)) {
      folder = folder.getParent();
    }
    return folder;
  }

  static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
