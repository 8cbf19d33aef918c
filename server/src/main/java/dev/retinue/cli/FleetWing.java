package dev.retinue.cli;

import dev.retinue.config.FleetPlaces;
import dev.retinue.config.Settings;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.port.Roster;
import dev.retinue.runtime.coder.ChatFleet;
import dev.retinue.runtime.coder.CoderFleet;
import dev.retinue.runtime.coder.FleetRules;
import dev.retinue.runtime.coder.client.ChatClient;
import dev.retinue.runtime.coder.client.CoderAccess;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.staff.CoderRuntime;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.QueuedTaskFiles;
import dev.retinue.store.files.SentTaskFiles;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import dev.retinue.toolset.fleet.FleetTools;
import dev.retinue.toolset.fleet.Fleets;
import dev.retinue.toolset.fleet.ListAllAgents;
import dev.retinue.toolset.sessions.ListAgents;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All that belongs to the fleet: the toolset of that name, and its agents as members of the staff.
final class FleetWing {
  private final Map<String, CoderFleet> fleets;
  private final Map<String, ChatFleet> chats;
  private final String usual;
  private final CoderRuntime runtime;

  private FleetWing(
      Map<String, CoderFleet> fleets,
      Map<String, ChatFleet> chats,
      String usual,
      Settings settings) {
    this.fleets = fleets;
    this.chats = chats;
    this.usual = usual;
    var house =
        new CoderRuntime.House(
            settings.supervision().permissions(),
            settings.thinking().answerDeadline(),
            FleetRules.Pace.USUAL,
            InstantSource.system());
    this.runtime = new CoderRuntime(fleets, usual, house);
  }

  static boolean isThere(Settings settings, Map<String, String> environment) {
    return !FleetPlaces.of(settings.fleet(), environment).isEmpty();
  }

  /// @param place the data directory
  static FleetWing of(Settings settings, Path place, Map<String, String> environment) {
    var places = FleetPlaces.of(settings.fleet(), environment);
    var clock = InstantSource.system();
    var folder = new DataFolder(place);
    var sent = new SentTaskFiles(folder.fleet());
    var queued = new QueuedTaskFiles(folder.fleetQueue());
    var fleets = new LinkedHashMap<String, CoderFleet>();
    var chats = new LinkedHashMap<String, ChatFleet>();
    for (var it : places.all()) {
      var access = new CoderAccess(it.name(), it.url(), it.token().text());
      var pace = FleetRules.Pace.USUAL;
      switch (it.backend()) {
        case CHATS -> {
          var client = new ChatClient(access, clock);
          chats.put(it.name(), new ChatFleet(client, settings.fleet().longestName(), pace));
        }
        case WORKSPACES -> {
          var client = new CoderClient(access, clock);
          fleets.put(it.name(), new CoderFleet(client, rules(settings), sent, queued, clock, pace));
        }
      }
    }
    return new FleetWing(fleets, chats, places.usual(), settings);
  }

  /// What the tools use; nothing where there is no deployment. Whoever asks owns the data
  /// directory: what waits in it for agents is seen to from here on.
  @Nullable Fleets fleets() {
    fleets.values().forEach(CoderFleet::begin);
    var all = new LinkedHashMap<String, Fleet>(fleets);
    all.putAll(chats);
    return all.isEmpty() ? null : new Fleets(all, usual);
  }

  /// The staff with the agents of the fleet on it.
  Roster staff(Roster others) {
    return fleets.isEmpty() ? others : FleetStaff.over(others, fleets.keySet());
  }

  /// What carries out their runs, also where there are none: then it says so.
  CoderRuntime runtime() {
    return runtime;
  }

  private static FleetRules rules(Settings settings) {
    var fleet = settings.fleet();
    return new FleetRules(
        fleet.projects(), fleet.app(), fleet.interrupt().key(), fleet.longestName());
  }

  /// Where agents of files and of the fleet are served, one tool lists both.
  static List<Toolset> together(List<Toolset> toolsets, Household household) {
    var fleets = household.fleets();
    var served = toolsets.stream().map(Toolset::name).toList();
    if (fleets == null || !served.containsAll(List.of(Toolsets.SESSIONS, Toolsets.FLEET))) {
      return toolsets;
    }
    var files = new ListAgents(household.staff(), SessionWing.paths());
    return FleetTools.together(toolsets, new ListAllAgents(files, fleets));
  }
}
