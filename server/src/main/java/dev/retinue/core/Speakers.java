package dev.retinue.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Who has spoken in a run, one after the other: a conversation may be handed on.
///
/// @param digests of their definitions, the first is the one that the run was made for
public record Speakers(List<String> digests) {
  /// The fact of who speaks now, where it is not the one that the run was made for.
  public static final String SPEAKER = "speaker";

  private static final String DIGESTS = "speaker_digests";

  public Speakers {
    digests = List.copyOf(digests);
  }

  /// Those of a run until now.
  public static Speakers of(Run run) {
    var later = run.facts().getOrDefault(DIGESTS, "");
    var first = Stream.of(run.commission().agent().digest());
    return new Speakers(
        Stream.concat(first, Stream.of(later.split(" ")).filter(it -> !it.isEmpty())).toList());
  }

  /// What is known of a run from its beginning whose speaker was handed the conversation by others:
  /// their rules hold for it, too.
  ///
  /// @param former the digests of their definitions
  public static Optional<Map<String, String>> inherited(Run run, List<String> former) {
    var who = run.commission().agent();
    var all = Stream.concat(former.stream(), Stream.of(who.digest())).toList();
    return former.isEmpty()
        ? Optional.empty()
        : Optional.of(Map.of(SPEAKER, who.name(), DIGESTS, String.join(" ", all)));
  }

  /// Who spoke last in a run, by name.
  public static String last(Run run) {
    return run.facts().getOrDefault(SPEAKER, run.commission().agent().name());
  }

  /// The digests of those who handed a run on: their rules hold for whoever spoke last in it.
  public static List<String> former(Run run) {
    var all = of(run).digests();
    return run.facts().containsKey(SPEAKER)
        ? all.stream().filter(it -> !it.equals(all.getLast())).distinct().toList()
        : List.of();
  }

  /// What is known of a run once another one speaks.
  Map<String, String> then(String name, String digest) {
    var later = Stream.concat(digests.stream().skip(1), Stream.of(digest)).toList();
    return Map.of(SPEAKER, name, DIGESTS, String.join(" ", later));
  }
}
