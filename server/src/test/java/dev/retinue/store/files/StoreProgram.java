package dev.retinue.store.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.retinue.core.Blob;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs.Kind;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;

/// A program that uses a data directory, to be killed, hindered and multiplied.
final class StoreProgram {
  private static final RunId RUN = new RunId("agent-abcdefghijklmnopqrstuvwxyz");

  private static final int ENOUGH = 5_000;

  private StoreProgram() {}

  /// This program, about to be started.
  static Program of(Object... args) {
    var command = new ArrayList<Object>();
    command.add(Repository.JDK.resolve("bin/java"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(StoreProgram.class.getName());
    command.addAll(List.of(args));
    return Program.of(command.toArray());
  }

  static void main(String[] args) throws Exception {
    var place = Path.of(args[1]);
    switch (args[0]) {
      case "hold" -> hold(place, Path.of(args[2]));
      case "secrets" -> secrets(place, Path.of(args[2]));
      case "write" -> write(place);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /// Takes the directory as soon as there is a sign, or says why not, and stays.
  private static void hold(Path place, Path sign) throws InterruptedException {
    await(sign);
    var forever = new CountDownLatch(1);
    try (var _ = DataDirectory.open(place, "test", InstantSource.system())) {
      IO.println("holds");
      forever.await();
    } catch (RetinueException e) {
      IO.println(e.code() + ": " + e.getMessage());
      forever.await();
    }
  }

  /// Makes keys and tokens at the same time as others.
  private static void secrets(Path place, Path sign) {
    var random = new SecureRandom();
    IO.println("ready");
    await(sign);
    for (int i = 0; i < 50; i++) {
      var key = new KeyFile(place.resolve("key-" + i)).readOrCreate(random);
      var token = new TokenFile(place.resolve("token-" + i)).readOrCreate(random);
      IO.println(HexFormat.of().formatHex(key) + " " + token);
    }
  }

  private static void await(Path sign) {
    while (!Files.exists(sign)) {
      Thread.onSpinWait();
    }
  }

  /// Adds to a blob and says what was acknowledged, until nothing is any more.
  private static void write(Path place) {
    IO.println("begins");
    try (var directory = DataDirectory.open(place, "test", InstantSource.system())) {
      var blobs =
          new FileBlobs(
              directory.blobs(), InstantSource.system(), () -> IO.println("the disk is broken"));
      Blob blob = null;
      for (int refusals = 0, tries = 0; refusals < 3 && tries < ENOUGH; tries++) {
        try {
          int piece = blob == null ? 0 : blob.pieces();
          blob = blobs.append(RUN, Kind.OUTPUT, blob, piece(piece));
          say(blob);
          if (blob.pieces() == 3) {
            blobs.pack(blob);
            IO.println("packed");
          }
        } catch (RetinueException e) {
          refusals++;
          IO.println(e.code() + ": " + e.getMessage());
        }
      }
    }
  }

  private static void say(Blob blob) {
    IO.println(
        "acknowledged %s %d %d %d."
            .formatted(blob.file(), blob.bytes(), blob.storedBytes(), blob.pieces()));
  }

  static final String ACKNOWLEDGED = "acknowledged (\\S+) (\\d+) (\\d+) (\\d+)\\.";

  static Blob blob(MatchResult said) {
    return new Blob(
        said.group(1),
        Long.parseLong(said.group(2)),
        Long.parseLong(said.group(3)),
        Integer.parseInt(said.group(4)));
  }

  /// What has been written when so many pieces have.
  static String content(int pieces) {
    var content = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      content.append(new String(piece(i), UTF_8));
    }
    return content.toString();
  }

  private static byte[] piece(int number) {
    return "piece %d of a text that is not short\n".formatted(number).repeat(50).getBytes(UTF_8);
  }
}
