package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DataPlaceTest {
  @Test
  void what_the_user_chose_comes_first() {
    var environment = Map.of("RETINUE_DATA", "/srv/retinue/", "XDG_DATA_HOME", "/x", "HOME", "/h");
    for (var system : new String[] {"Linux", "Mac OS X", "Windows 11"}) {
      assertThat(DataPlace.of(environment, system)).isEqualTo(Path.of("/srv/retinue"));
    }
  }

  @Test
  void every_system_has_its_place() {
    var home = Map.of("HOME", "/home/ada", "RETINUE_DATA", " ");
    assertThat(DataPlace.of(home, "Linux")).isEqualTo(Path.of("/home/ada/.local/share/retinue"));
    assertThat(DataPlace.of(home, "Mac OS X"))
        .isEqualTo(Path.of("/home/ada/Library/Application Support/Retinue"));
    assertThat(DataPlace.of(Map.of("XDG_DATA_HOME", "/x", "HOME", "/h"), "Linux"))
        .isEqualTo(Path.of("/x/retinue"));
    assertThat(DataPlace.of(Map.of("XDG_DATA_HOME", "relative", "HOME", "/h"), "Linux"))
        .isEqualTo(Path.of("/h/.local/share/retinue"));
    assertThat(DataPlace.of(Map.of("LOCALAPPDATA", "/local"), "Windows 11"))
        .isEqualTo(Path.of("/local/Retinue"));
    assertThat(DataPlace.of(Map.of("USERPROFILE", "/users/ada"), "Windows 11"))
        .isEqualTo(Path.of("/users/ada/AppData/Local/Retinue"));
  }

  @Test
  void what_cannot_be_a_place_is_said() {
    assertRefused(Map.of(), "because HOME is not set");
    assertRefused(Map.of("RETINUE_DATA", "data"), "'data' in RETINUE_DATA must be absolute");
    assertRefused(Map.of("RETINUE_DATA", "/a\0b"), "in RETINUE_DATA cannot be used");
  }

  private static void assertRefused(Map<String, String> environment, String why) {
    assertThatThrownBy(() -> DataPlace.of(environment, "Linux"))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining(why);
  }
}
