package dev.retinue.sdk;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// A note as it stands in the context store.
///
/// @param path to update it, or to link to it
/// @param links the paths of other notes, from the folder of the store on
/// @param body without what was noted about its changes
/// @param changelog a line for each change, the oldest first
/// @param score how well it fits the words that were looked for; 0 without any
public record Found(
    Path path,
    String agent,
    String sessionId,
    Instant timestamp,
    String type,
    List<String> tags,
    List<String> links,
    String body,
    List<String> changelog,
    int score) {
  public Found {
    tags = List.copyOf(tags);
    links = List.copyOf(links);
    changelog = List.copyOf(changelog);
  }

  Found scored(int points) {
    return new Found(path, agent, sessionId, timestamp, type, tags, links, body, changelog, points);
  }
}
