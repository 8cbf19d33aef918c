package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @TempDir Path folder;

  private Path staff(String path, String name) throws IOException {
    var file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(
        file, "staff: {%s: {description: Reads., runtime: llm}}".formatted(name));
  }

  private static List<String> names(@Nullable Path named, Map<String, String> environment) {
    return Configuration.read(named, environment, Read.RUNTIMES).staff().all().stream()
        .map(Agent::name)
        .toList();
  }

  @Test
  void what_is_named_comes_before_what_is_usual() throws IOException {
    var named = staff("named.yaml", "named");
    var variable = staff("variable.yaml", "variable");
    staff("xdg/retinue/retinue.yaml", "xdg");
    staff("home/.config/retinue/retinue.yaml", "home");
    var home = Map.entry("HOME", folder.resolve("home").toString());
    var xdg = Map.entry("XDG_CONFIG_HOME", folder.resolve("xdg").toString());
    var config = Map.entry("RETINUE_CONFIG", variable.toString());

    assertThat(names(named, Map.ofEntries(config, xdg, home))).containsExactly("named");
    assertThat(names(null, Map.ofEntries(config, xdg, home))).containsExactly("variable");
    assertThat(names(null, Map.ofEntries(xdg, home))).containsExactly("xdg");
    assertThat(names(null, Map.ofEntries(home))).containsExactly("home");
  }

  @Test
  void empty_and_relative_variables_count_as_not_set() throws IOException {
    staff("home/.config/retinue/retinue.yaml", "home");
    var home = folder.resolve("home").toString();
    assertThat(names(null, Map.of("RETINUE_CONFIG", "", "XDG_CONFIG_HOME", "", "HOME", home)))
        .containsExactly("home");
    assertThat(names(null, Map.of("XDG_CONFIG_HOME", "xdg", "HOME", home))).containsExactly("home");
  }

  @Test
  void without_a_file_there_is_no_staff() {
    assertThat(names(null, Map.of())).isEmpty();
    assertThat(names(null, Map.of("HOME", folder.toString()))).isEmpty();
  }

  @Test
  void a_file_that_is_named_must_be_there() {
    var missing = folder.resolve("missing.yaml");
    assertThatThrownBy(() -> names(missing, Map.of()))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .hasMessage(
            "There is no file '%s', which --config names: create it, or name another.", missing);
    assertThatThrownBy(() -> names(null, Map.of("RETINUE_CONFIG", missing.toString())))
        .hasMessage(
            "There is no file '%s', which RETINUE_CONFIG names: create it, or name another.",
            missing);
  }

  @Test
  void a_usual_file_that_leads_nowhere_is_not_passed_over() throws IOException {
    var link = folder.resolve(".config/retinue/retinue.yaml");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, folder.resolve("gone.yaml"));
    assertThatThrownBy(() -> names(null, Map.of("HOME", folder.toString())))
        .hasMessage("There is no file '%s'; create it.", link);
  }

  @Test
  void a_folder_is_no_file() {
    assertThatThrownBy(() -> names(folder, Map.of()))
        .hasMessage("'%s' is a folder or a device; name a file.", folder);
  }

  @Test
  void mistakes_name_the_file_as_it_was_named() throws IOException {
    var file = Files.writeString(folder.resolve("mine.yaml"), "stafff:\n");
    assertThatThrownBy(() -> names(file, Map.of()))
        .hasMessage(
            "%s:1:1: there is no key 'stafff' in the configuration; did you mean 'staff'?", file);
  }
}
