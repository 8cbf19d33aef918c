package dev.retinue.cli.connect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The skill where a client looks for it. What somebody wrote there himself, or made of ours, is
/// his: it is kept before ours takes its place, and no undo removes it.
record SkillFile(SettingsFile file) {
  SkillChange install() {
    var there = file.read();
    var text = Skill.text();
    var backup = Optional.<Path>empty();
    if (there.filter(text::equals).isEmpty()) {
      if (there.filter(Skill::isOurs).isPresent()) {
        file.restore(there, text);
      } else {
        backup = file.replace(there, text);
      }
    }
    return new SkillChange(file.path(), SkillChange.Kind.INSTALLED, backup.orElse(null));
  }

  /// What was done about it; nothing if there is none, or one that never was ours.
  Optional<SkillChange> remove() {
    var there = file.read().filter(Skill::isMarked);
    if (there.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new SkillChange(file.path(), remove(there), null));
  }

  private SkillChange.Kind remove(Optional<String> there) {
    if (there.filter(Skill::isOurs).isEmpty()) {
      return SkillChange.Kind.KEPT;
    }
    var kept = file.former();
    if (kept.isPresent()) {
      file.restore(there, kept.get().read().orElse(""));
      kept.get().delete();
      return SkillChange.Kind.RESTORED;
    }
    file.delete(there);
    removeEmpty(file.path().getParent());
    return SkillChange.Kind.REMOVED;
  }

  private static void removeEmpty(@Nullable Path folder) {
    try {
      if (folder != null) {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      // Somebody has put more into it.
    }
  }
}
