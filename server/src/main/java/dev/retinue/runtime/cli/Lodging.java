package dev.retinue.runtime.cli;

import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Confinement;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Work;
import dev.retinue.process.Spawn;
import dev.retinue.process.sandbox.Sandbox;
import dev.retinue.runtime.cli.confine.Guest;
import dev.retinue.runtime.cli.isolation.Clone;
import dev.retinue.runtime.cli.isolation.Rooms;
import dev.retinue.runtime.cli.isolation.Rooms.Room;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where the program of one run works: on the folder itself or on a clone of it, and in which
/// sandbox.
final class Lodging {
  private final Premises premises;
  private final Profile profile;
  private final Work work;
  private final Scratch scratch;
  private final @Nullable Clone clone;
  private final @Nullable Room room;

  /// @param rooms where those of sessions work that have no folder
  Lodging(Premises premises, Profile profile, Work work, Scratch scratch, Rooms rooms)
      throws InterruptedException {
    this.premises = premises;
    this.profile = profile;
    this.work = work;
    this.scratch = scratch;
    this.clone = clone(premises, work);
    this.room = isNamed() ? null : rooms.find(work.run()).orElse(null);
  }

  private static @Nullable Clone clone(Premises premises, Work work) throws InterruptedException {
    var terms = work.run().commission().terms();
    if (terms.arrangement().isolation() == Isolation.NONE) {
      return null;
    }
    if (terms.workingDirectory() == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "a clone needs a working directory; name one, or begin at the top of a git work tree.");
    }
    return premises.clones().open(work.run().id(), Path.of(terms.workingDirectory()));
  }

  Path directory() {
    if (clone != null) {
      return clone.directory();
    }
    var directory = work.run().commission().terms().workingDirectory();
    if (directory != null) {
      return Path.of(directory);
    }
    return room == null ? scratch.work() : room.folder();
  }

  private boolean isNamed() {
    return work.run().commission().terms().workingDirectory() != null;
  }

  /// What whoever looks for the work afterwards has to know of where it is done.
  Optional<String> remark() {
    if (room != null) {
      return room.fresh() ? Optional.of(Rooms.REMARK) : Optional.empty();
    }
    boolean begins = work.run().tenure().epoch() == 1;
    return begins && !isNamed()
        ? Optional.of(
            "It has no working directory, so it works in an empty folder, which is removed at its end.")
        : Optional.empty();
  }

  private Confinement confinement() {
    return work.agent().conduct().confinement();
  }

  Profile.Setting setting() {
    var isolation = clone == null ? Isolation.NONE : Isolation.CLONE;
    return premises.setting(work.agent(), directory(), isolation);
  }

  Map<String, String> facts() {
    return clone == null ? Map.of() : clone.facts();
  }

  Sandbox.Place place(Spawn spawn) throws InterruptedException {
    return premises
        .confines()
        .place(
            new Guest(
                work.run().id(),
                confinement(),
                clone == null ? spawn.directory() : clone.work(),
                !profile.onlyReads(work.agent().tools()),
                scratch.folder(),
                scratch.temporary(),
                Path.of(spawn.command().getFirst()),
                profile.belongings(),
                spawn.environment(),
                Stream.concat(
                        profile.readable().stream(),
                        clone == null ? Stream.of() : clone.readable().stream())
                    .toList(),
                List.of()));
  }

  /// What has become of the clone, while the run can still be told.
  Map<String, String> keep() throws InterruptedException {
    return clone == null ? Map.of() : clone.keep(work.agent().name());
  }

  /// Takes the clone away, unless the run goes on later.
  void leave() {
    if (clone != null && work.ended()) {
      clone.discard();
    }
  }
}
