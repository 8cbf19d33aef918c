package dev.retinue.process.sandbox;

import dev.retinue.core.Allowance;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.process.Cgroup;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Limiter;
import dev.retinue.process.Supervisor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Puts programs into the tier that they need, or refuses. It never takes a weaker one.
public final class Sandbox {
  private static final String NO_LANDLOCK =
      "the kernel has no Landlock; it is there from Linux 5.13 on, where it is switched on (lsm=…,landlock)";

  private final Supervisor supervisor;
  private final Map<String, String> environment;
  private final Protection.Covers covers = new Protection.Covers();
  private final Probes probes = new Probes();

  /// @param environment of this process, to find the system's own programs in
  public Sandbox(Supervisor supervisor, Map<String, String> environment) {
    this.supervisor = supervisor;
    this.environment = Map.copyOf(environment);
  }

  /// What a program is in.
  ///
  /// @param facts to be kept with the run
  /// @param warnings what was wished for and could not be had
  public record Place(Enclosure enclosure, Map<String, String> facts, List<String> warnings) {}

  /// The tiers of this machine, each of them tried.
  public List<Tier> tiers() {
    return IntStream.rangeClosed(0, Tier.HIGHEST).mapToObj(this::tier).toList();
  }

  /// Tried when it is first asked for: a program in it must not be able to write where it may not.
  public Tier tier(int level) {
    return switch (level) {
      case 0 -> Tier.is(0, "nothing");
      case 1 -> limits();
      case 2 -> probes.of(2, this::landlock);
      case 3 -> probes.of(3, this::bubblewrap);
      default -> throw new IllegalArgumentException("there is no tier " + level);
    };
  }

  /// What control groups there are, in a sentence.
  public String groups() {
    return Cgroups.ofThisMachine().described();
  }

  private Tier limits() {
    var missing = supervisor.limiter().missing();
    return missing.isEmpty()
        ? Tier.is(1, "a session of its own, limits, and an end with the daemon")
        : Tier.isNot(
            1,
            "not here: " + String.join(", ", missing),
            "On Linux install util-linux; elsewhere, and without it, set sandbox.tier to 0.");
  }

  private Tier landlock() {
    if (!limits().there()) {
      return Tier.isNot(2, "needs tier 1", "See tier 1.");
    }
    var landlock = Landlock.ofThisMachine();
    if (!landlock.isThere()) {
      return Tier.isNot(2, NO_LANDLOCK, "Use a kernel that has it, or tier 3.");
    }
    var trouble =
        new Probe(supervisor).tryOut(grounds -> around(2, "probe", grounds, Allowance.ANY));
    return trouble
        .map(it -> Tier.isNot(2, it, "Use tier 3, or tell us: this kernel has Landlock."))
        .orElseGet(() -> Tier.is(2, "Landlock, version " + landlock.version()));
  }

  private Tier bubblewrap() {
    if (!limits().there()) {
      return Tier.isNot(3, "needs tier 1", "See tier 1.");
    }
    if (program().isEmpty()) {
      return Tier.isNot(
          3,
          "bwrap is not installed",
          "Install it: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap.");
    }
    var trouble =
        new Probe(supervisor).tryOut(grounds -> around(3, "probe", grounds, Allowance.ANY));
    return trouble
        .map(
            it ->
                Tier.isNot(
                    3,
                    it,
                    "Let users make namespaces: on Ubuntu from 24.04 on AppArmor forbids it to bwrap (an AppArmor profile for it allows it); in a container it needs --privileged or a seccomp profile that allows it."))
        .orElseGet(() -> Tier.is(3, "bubblewrap, " + program()));
  }

  private String program() {
    return Limiter.find("bwrap", environment).orElse("");
  }

  /// The place for a run, or a refusal that says what is missing.
  public Place place(RunId run, int tier, Grounds grounds, Allowance allowance) {
    missing(tier, grounds.network())
        .ifPresent(
            sentence -> {
              throw new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, sentence);
            });
    var made = Cgroups.ofThisMachine().make(run.text(), allowance);
    var enclosure = enclosure(tier, grounds, made.group());
    var facts = new HashMap<>(made.group().facts());
    facts.putAll(enclosure.protection().facts());
    facts.put("sandbox_tier", Integer.toString(tier));
    facts.put("sandbox", described(tier, grounds));
    var warnings =
        made.unlimited().stream()
            .map(
                "The sandbox cannot limit %s here: no control group for it can be made."::formatted)
            .toList();
    return new Place(enclosure, facts, warnings);
  }

  /// What is missing for a run, as a sentence.
  public Optional<String> missing(int level, boolean network) {
    var tier = tier(level);
    if (!tier.there()) {
      return Optional.of(
          "Sandbox tier %d is required, and is not there: %s. %s"
              .formatted(level, tier.text(), tier.remedy() == null ? "" : tier.remedy()));
    }
    boolean canCutOff =
        level == Tier.HIGHEST || (level == 2 && Landlock.ofThisMachine().fencesTcp());
    return network || canCutOff
        ? Optional.empty()
        : Optional.of(
            "A run without network needs sandbox tier 3, or tier 2 with Linux 6.7 or later; it is in tier %d."
                .formatted(level));
  }

  private String described(int tier, Grounds grounds) {
    var network = grounds.network() ? "" : tier == Tier.HIGHEST ? ", no network" : ", no TCP";
    return tier(tier).text() + network;
  }

  private Enclosure around(int tier, String run, Grounds grounds, Allowance allowance) {
    var name = run + "-" + Long.toHexString(System.nanoTime());
    return enclosure(tier, grounds, Cgroups.ofThisMachine().make(name, allowance).group());
  }

  private Confined enclosure(int tier, Grounds grounds, Cgroup group) {
    var gate = group.folders().isEmpty() ? Gate.NONE : Gate.in(grounds.temporary(), environment);
    var words = new ArrayList<>(gate.words());
    if (tier < Tier.HIGHEST) {
      Runnable fence = () -> Landlock.ofThisMachine().restrict(grounds);
      words.addAll(tier == 2 ? withoutPowers() : List.of());
      return new Confined(tier, words, tier == 2 ? fence : null, group, gate, Protection.none());
    }
    var protection =
        grounds.mayWrite()
            ? Protection.of(grounds.workspace(), grounds.temporary(), covers)
            : Protection.none();
    words.addAll(new Bubblewrap(program()).words(grounds, protection));
    return new Confined(tier, words, null, group, gate, protection);
  }

  /// Root reads the memory of others, whatever the fence says, as long as he may administer.
  private List<String> withoutPowers() {
    return Root.isMe() ? List.of(setpriv(), "--bounding-set=-all", "--") : List.of();
  }

  private String setpriv() {
    return Limiter.find("setpriv", environment).orElse("setpriv");
  }
}
