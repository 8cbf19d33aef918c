package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Company;
import dev.retinue.core.port.Roster;
import dev.retinue.core.port.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// What a run at work has to do with others on the staff, besides those that it waits for.
final class Colleagues implements Company {
  private final Staff staff;
  private final RunStore store;
  private final Run run;
  private final Hold hold;
  private final Rights rights;
  private volatile Agent speaker;

  Colleagues(Staff staff, RunStore store, Hold hold, Agent speaker) {
    this.staff = staff;
    this.store = store;
    this.run = hold.taken();
    this.hold = hold;
    this.rights = new Rights(store);
    this.speaker = speaker;
  }

  /// Who carries out the run now.
  Agent speaker() {
    return speaker;
  }

  @Override
  public Optional<Agent> find(String name) {
    return here().find(name);
  }

  /// The staff, and those of the project in which the run works.
  private Roster here() {
    return staff.members().around(run);
  }

  @Override
  public List<RunId> leftBehind() {
    var session = run.commission().terms().session();
    return session == null
        ? List.of()
        : Patience.insist(() -> store.session(session))
            .map(it -> it.past().background())
            .orElse(List.of());
  }

  @Override
  public Run look(RunId below) {
    return Patience.insist(() -> store.recorded(below))
        .filter(this::isOurs)
        .orElseThrow(() -> Staff.notFound(below));
  }

  private boolean isOurs(Run other) {
    return other.commission().lineage().isBelow(run.id())
        || (other.commission().caller().equals(run.commission().caller())
            && leftBehind().contains(other.id()));
  }

  @Override
  public Run stop(RunId below, String why) {
    var there = look(below);
    return there.ended()
        ? there
        : Patience.insist(
            () ->
                staff.change(
                    change -> {
                      var now = change.require(below);
                      return change.record(now, now.stop(why, change.now()));
                    }));
  }

  @Override
  public String result(Run below, int longest) {
    var payload = look(below.id()).dossier().payload();
    if (payload == null) {
      return "";
    }
    try (var result = staff.payloads().read(payload)) {
      return new String(result.readNBytes(longest), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void handOver(String agent) {
    var next = here().require(agent);
    if (!next.means().runtime().equals(run.commission().agent().runtime())) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Agent '%s' works in '%s', and cannot go on with this conversation; give it a task of its own."
              .formatted(agent, next.means().runtime()));
    }
    var from = speaker.name();
    var after =
        Patience.insist(
            () ->
                staff.change(
                    change -> {
                      var now = hold.require(change);
                      var digest = change.records().keep(next);
                      var switching =
                          new RunEvent.AgentSwitching(change.now(), from, agent, digest);
                      return change.record(now, now.observe(switching));
                    }));
    speaker = rights.agentOf(after);
  }
}
