package dev.retinue.cli;

import dev.retinue.config.FleetPlaces;
import dev.retinue.config.Settings;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.runtime.coder.CoderFleet;
import dev.retinue.runtime.coder.FleetRules;
import dev.retinue.runtime.coder.client.CoderAccess;
import dev.retinue.runtime.coder.client.CoderClient;
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

/// All that belongs to the toolset `fleet`.
final class FleetWing {
  private FleetWing() {}

  static boolean isThere(Settings settings, Map<String, String> environment) {
    return !FleetPlaces.of(settings.fleet(), environment).isEmpty();
  }

  /// Nothing where there is no deployment.
  ///
  /// @param place the data directory
  static @Nullable Fleets fleets(Settings settings, Path place, Map<String, String> environment) {
    var places = FleetPlaces.of(settings.fleet(), environment);
    if (places.isEmpty()) {
      return null;
    }
    var clock = InstantSource.system();
    var folder = new DataFolder(place);
    var sent = new SentTaskFiles(folder.fleet());
    var queued = new QueuedTaskFiles(folder.fleetQueue());
    var rules = rules(settings);
    var fleets = new LinkedHashMap<String, Fleet>();
    for (var it : places.all()) {
      var access = new CoderAccess(it.name(), it.url(), it.token().text());
      var client = new CoderClient(access, clock);
      fleets.put(
          it.name(),
          new CoderFleet(client, rules, sent, queued, clock, FleetRules.Pace.USUAL).begin());
    }
    return new Fleets(fleets, places.usual());
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
