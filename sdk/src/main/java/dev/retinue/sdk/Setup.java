package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// `--setup`: asks for the variables that nothing sets, and keeps them in the configuration, for
/// this agent alone. What is there already stays.
final class Setup {
  private final Household house;
  private final Person person;
  private final Voice voice;

  Setup(Household house, Person person, Voice voice) {
    this.house = house;
    this.person = person;
    this.voice = voice;
  }

  int run() {
    var open =
        house.environment().declared().stream()
            .filter(it -> house.environment().find(it.name()).isEmpty())
            .toList();
    if (open.isEmpty()) {
      voice.progress("everything is set that the agent needs");
      return 0;
    }
    if (!person.isThere()) {
      house.environment().requireAll(house.spec().name());
      return 0;
    }
    house.configuration().requireReadable();
    var tree = house.configuration().whole();
    var env = tree.withObject("/agents/" + pointer(house.spec().name()) + "/env");
    int given = 0;
    for (var variable : open) {
      var prompt =
          "%s (%s%s): "
              .formatted(
                  variable.name(), variable.description(), variable.required() ? "" : ", optional");
      var value = variable.secret() ? person.secret(prompt) : person.line(prompt);
      if (value.filter(it -> !it.isBlank()).isPresent()) {
        env.put(variable.name(), value.orElseThrow());
        given++;
      }
    }
    if (given > 0) {
      write(tree);
      voice.progress("%d kept in %s".formatted(given, house.configuration().file()));
    }
    return missing(env);
  }

  private int missing(ObjectNode env) {
    var still =
        house.environment().missing().stream()
            .filter(it -> Optional.ofNullable(env.get(it.name())).isEmpty())
            .map(Variable::name)
            .toList();
    if (still.isEmpty()) {
      return 0;
    }
    throw new AgentException(
        ExitCode.USAGE, "Still missing: %s.".formatted(String.join(", ", still)));
  }

  private static String pointer(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /// Beside the former and then in its place, for its owner alone: there are keys in it.
  private void write(ObjectNode tree) {
    var file = house.configuration().file();
    Path fresh = null;
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      fresh =
          Files.createTempFile(
              file.toAbsolutePath().getParent(),
              "config",
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(
          fresh, Json.WIRE.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n");
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE, "%s cannot be written: %s".formatted(file, e.getMessage()));
    }
  }
}
