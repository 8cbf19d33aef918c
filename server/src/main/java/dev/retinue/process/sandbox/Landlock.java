package dev.retinue.process.sandbox;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Fences the thread that asks for it, and all that it starts, by the kernel's own Landlock: no
/// program beside ours is needed, and no privilege.
///
/// @param version of the kernel's interface; 0 where there is none
record Landlock(int version) {
  private static final int CREATE = 444;
  private static final int ADD = 445;
  private static final int RESTRICT = 446;
  private static final int PATH_BENEATH = 1;
  private static final int ASK_VERSION = 1;

  /// From this version on it fences TCP, and from the other one signals and nameless sockets.
  private static final int WITH_TCP = 4;

  private static final int WITH_SCOPES = 6;

  private static final long EXECUTE = 1;
  private static final long WRITE_FILE = 1 << 1;
  private static final long READ_FILE = 1 << 2;
  private static final long READ_FOLDER = 1 << 3;
  private static final long TRUNCATE = 1 << 14;
  private static final long DEVICE = 1 << 15;
  private static final long OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE;
  private static final long READ = EXECUTE | READ_FILE | READ_FOLDER;

  /// What every program needs of the devices, and may write to.
  private static final List<String> DEVICES =
      List.of(
          "/dev/null",
          "/dev/zero",
          "/dev/full",
          "/dev/random",
          "/dev/urandom",
          "/dev/tty",
          "/dev/ptmx",
          "/dev/pts");

  /// As this kernel has it.
  static Landlock ofThisMachine() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return new Landlock(0);
    }
    try {
      return new Landlock((int) Math.max(0, Kernel.call(CREATE, 0, 0, ASK_VERSION, 0)));
    } catch (IllegalStateException | LinkageError | java.util.NoSuchElementException e) {
      return new Landlock(0);
    }
  }

  boolean isThere() {
    return version > 0;
  }

  boolean fencesTcp() {
    return version >= WITH_TCP;
  }

  /// All rights that this version knows: what it does not know it does not fence.
  private long all() {
    int bits =
        switch (version) {
          case 1 -> 13;
          case 2 -> 14;
          case 3, 4 -> 15;
          default -> 16;
        };
    return (1L << bits) - 1;
  }

  /// Fences this thread for ever.
  void restrict(Grounds grounds) {
    int rules = create(grounds.network());
    try {
      var secrets = SystemPlaces.secrets();
      SystemPlaces.readable().stream()
          .peek(place -> allow(rules, place, secrets.isEmpty() ? READ : READ_FOLDER))
          .flatMap(place -> SystemPlaces.without(secrets, place))
          .forEach(place -> allow(rules, place, READ));
      // The JDK starts programs by one of its own.
      Stream.of(Path.of("/proc"), Path.of(System.getProperty("java.home")))
          .forEach(place -> allow(rules, place, READ));
      DEVICES.forEach(it -> allow(rules, Path.of(it), READ | WRITE_FILE | TRUNCATE | DEVICE));
      grounds.allReadable().forEach(place -> allow(rules, place, READ));
      grounds.allWritable().forEach(place -> allow(rules, place, all()));
      if (!Kernel.gainNothing() || Kernel.call(RESTRICT, rules, 0, 0, 0) != 0) {
        throw refused("the kernel does not fence");
      }
    } finally {
      Kernel.close(rules);
    }
  }

  private int create(boolean network) {
    try (var arena = Arena.ofConfined()) {
      var asked = arena.allocate(24, 8);
      asked.set(ValueLayout.JAVA_LONG, 0, all());
      asked.set(ValueLayout.JAVA_LONG, 8, fencesTcp() && !network ? 3 : 0);
      asked.set(ValueLayout.JAVA_LONG, 16, version >= WITH_SCOPES ? 3 : 0);
      int size = version >= WITH_SCOPES ? 24 : fencesTcp() ? 16 : 8;
      long rules = Kernel.call(CREATE, asked.address(), size, 0, 0);
      if (rules < 0) {
        throw refused("the kernel takes no rules");
      }
      return (int) rules;
    }
  }

  /// What is not there is not allowed, and does no harm.
  private void allow(int rules, Path place, long rights) {
    int number = Kernel.open(place);
    if (number < 0) {
      return;
    }
    try (var arena = Arena.ofConfined()) {
      long sensible = Files.isDirectory(place) ? rights : rights & OF_FILES;
      var rule = arena.allocate(12, 8);
      rule.set(ValueLayout.JAVA_LONG, 0, sensible & all());
      rule.set(ValueLayout.JAVA_INT, 8, number);
      if (Kernel.call(ADD, rules, PATH_BENEATH, rule.address(), 0) != 0) {
        throw refused("the kernel takes no rule for " + place);
      }
    } finally {
      Kernel.close(number);
    }
  }

  private static RetinueException refused(String why) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE, "Sandbox tier 2 (Landlock) failed: %s.".formatted(why));
  }
}
