package dev.retinue.runtime.coder.repository;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.client.Template.Preset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What versions of templates have. A version never changes, so each is asked for once.
public final class Versions {
  /// What an agent is told to do, and what it is told to be.
  public static final String TASK = "ai_prompt";

  public static final String MANNER = "system_prompt";

  private final CoderClient client;
  private final Map<String, List<Preset>> presets = new Latest<>();
  private final Map<String, List<String>> parameters = new Latest<>();

  public Versions(CoderClient client) {
    this.client = client;
  }

  /// None where there are none, or where the version is gone.
  public List<Preset> presets(String version) throws InterruptedException {
    var known = known(presets, version);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      return keep(presets, version, client.presets(version));
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      return List.of(); // Perhaps only because we may not see it yet.
    }
  }

  /// What the parameter is really called that means this, in a version that has it.
  ///
  /// @param meaning [#TASK] or [#MANNER]
  public Optional<String> parameter(String version, String meaning) throws InterruptedException {
    return parameters(version).stream().filter(name -> means(name, meaning)).findFirst();
  }

  /// Whether agents can be made from a version: they can be told what to do and what to be.
  public boolean isForAgents(String version) throws InterruptedException {
    var names = parameters(version);
    return List.of(TASK, MANNER).stream()
        .allMatch(meaning -> names.stream().anyMatch(name -> means(name, meaning)));
  }

  /// `AI Prompt` is `ai_prompt`.
  public static boolean means(String name, String meaning) {
    return name.strip().toLowerCase(Locale.ROOT).replace(' ', '_').equals(meaning);
  }

  private List<String> parameters(String version) throws InterruptedException {
    var known = known(parameters, version);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      var found = client.parameters(version);
      // While it is imported it has nothing yet, and that is not kept.
      return found.isEmpty() ? List.of() : keep(parameters, version, found.get());
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      return List.of(); // Perhaps only because we may not see it yet.
    }
  }

  private <T> Optional<T> known(Map<String, T> all, String version) {
    synchronized (this) {
      return Optional.ofNullable(all.get(version));
    }
  }

  private <T> T keep(Map<String, T> all, String version, T found) {
    synchronized (this) {
      all.put(version, found);
    }
    return found;
  }

  /// As many as anybody uses at once.
  private static final class Latest<T> extends LinkedHashMap<String, T> {
    private static final long serialVersionUID = 1;
    private static final int MOST = 2_000;

    Latest() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
      return size() > MOST;
    }
  }
}
