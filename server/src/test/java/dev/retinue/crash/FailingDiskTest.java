package dev.retinue.crash;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A disk that is full for a moment is outlived; one that does not keep what it is given is the end
/// of the process. Neither loses what was acknowledged.
final class FailingDiskTest {
  private static final int BROKEN = 3;
  private static final int KILLED = 137;
  private static final Pattern SAID = Pattern.compile("write\\(\\d+<[^>]*/acknowledged>, \"(\\w+)");

  @TempDir static Path first;
  @TempDir Path folder;
  private Driver driver;

  /// The faults are to meet work, not the making of the database.
  @BeforeAll
  static void makeDatabase() {
    assumeTrue(Program.find("strace").isPresent(), "strace is not installed");
    assertThat(Driver.in(first).program("one-by-one", 1).run().err()).isEmpty();
  }

  @BeforeEach
  void copyDatabase() throws IOException {
    driver = Driver.in(folder);
    try (var paths = Files.walk(first)) {
      for (var path : paths.skip(1).toList()) {
        Files.copy(path, folder.resolve(first.relativize(path)), COPY_ATTRIBUTES);
      }
    }
  }

  static Stream<Fault> someFull() {
    return Stream.concat(
        Fault.full(Fault.Where.LOG, IntStream.of(1, 2, 7, 40)),
        Fault.full(Fault.Where.BLOBS, IntStream.of(1)));
  }

  static Stream<Fault> allFull() {
    return Stream.of(
            Fault.full(Fault.Where.LOG, upTo(40)),
            Fault.full(Fault.Where.DATABASE, upTo(3)),
            Fault.full(Fault.Where.BLOBS, upTo(4)))
        .flatMap(faults -> faults);
  }

  @EndToEnd
  @ParameterizedTest
  @MethodSource("someFull")
  void a_disk_that_is_full_for_a_moment_is_outlived(Fault fault) throws IOException {
    isOutlived(fault);
  }

  @Slow
  @ParameterizedTest
  @MethodSource("allFull")
  void a_disk_that_is_full_at_any_moment_is_outlived(Fault fault) throws IOException {
    isOutlived(fault);
  }

  private void isOutlived(Fault fault) throws IOException {
    var ended = meet(fault, "one-by-one");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(driver.acknowledged().getLast().kind()).isEqualTo("done");
    assertThat(driver.acknowledged()).noneMatch(line -> line.kind().equals("fatal"));
    assertNothingIsLost();
  }

  static Stream<Fault> someBroken() {
    return Stream.of(
            Fault.broken(Fault.Where.LOG, IntStream.of(3)),
            Fault.unconfirmed(Fault.Where.LOG, IntStream.of(1, 11)),
            Fault.unconfirmed(Fault.Where.BLOBS, IntStream.of(1)))
        .flatMap(faults -> faults);
  }

  static Stream<Fault> allBroken() {
    return Stream.of(
            Fault.broken(Fault.Where.LOG, upTo(40)),
            Fault.unconfirmed(Fault.Where.LOG, upTo(30)),
            Fault.unconfirmed(Fault.Where.BLOBS, upTo(4)))
        .flatMap(faults -> faults);
  }

  @EndToEnd
  @ParameterizedTest
  @MethodSource("someBroken")
  void a_disk_that_does_not_keep_what_it_is_given_is_the_end(Fault fault) throws IOException {
    isTheEndOfAnswers(fault);
  }

  @Slow
  @ParameterizedTest
  @MethodSource("allBroken")
  void a_disk_that_at_any_moment_does_not_keep_it_is_the_end(Fault fault) throws IOException {
    isTheEndOfAnswers(fault);
  }

  static Stream<Fault> whileTheLogIsMoved() {
    return Fault.unconfirmed(Fault.Where.DATABASE, IntStream.of(1));
  }

  @EndToEnd
  @ParameterizedTest
  @MethodSource("whileTheLogIsMoved")
  void it_is_the_end_too_while_a_long_log_is_moved(Fault fault) throws IOException {
    isTheEnd(fault, "long-log");
    assertNothingIsLost();
  }

  private void isTheEnd(Fault fault, String what) throws IOException {
    var ended = meet(fault, what);
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(BROKEN);
    assertThat(driver.acknowledged()).filteredOn(line -> line.kind().equals("fatal")).hasSize(1);
    assertNothingIsRecordedAfter(time(fromTheFaultOn().getFirst()));
  }

  /// Not even a refusal: who is refused may try again, and would write over what may yet be there.
  private void isTheEndOfAnswers(Fault fault) throws IOException {
    isTheEnd(fault, "one-by-one");
    assertThat(fromTheFaultOn().stream().flatMap(line -> SAID.matcher(line).results()))
        .extracting(said -> said.group(1))
        .containsExactly("fatal");
    assertNothingIsLost();
  }

  static Stream<Fault> someKills() {
    return Fault.killed(Fault.Where.LOG, IntStream.of(2, 9));
  }

  static Stream<Fault> allKills() {
    return Stream.concat(
        Fault.killed(Fault.Where.LOG, upTo(30)), Fault.killed(Fault.Where.BLOBS, upTo(4)));
  }

  @EndToEnd
  @ParameterizedTest
  @MethodSource("someKills")
  void a_kill_while_the_disk_is_asked_to_confirm_loses_nothing(Fault fault) throws IOException {
    assertThat(meet(fault, "one-by-one").exitCode()).isEqualTo(KILLED);
    assertNothingIsLost();
  }

  @Slow
  @ParameterizedTest
  @MethodSource("allKills")
  void a_kill_while_the_disk_is_asked_at_any_time_loses_nothing(Fault fault) throws IOException {
    assertThat(meet(fault, "one-by-one").exitCode()).isEqualTo(KILLED);
    assertNothingIsLost();
  }

  private static IntStream upTo(int last) {
    return IntStream.rangeClosed(1, last);
  }

  private Path log() {
    return folder.resolve("calls");
  }

  private Program.Ended meet(Fault fault, String what) throws IOException {
    var strace = Program.find("strace").orElseThrow();
    var ended = driver.by(fault.wrapper(strace, driver, log())).program(what, fault.seed()).run();
    assertThat(Files.readString(log()))
        .as("the fault happened")
        .contains(fault.kills() ? "+++ killed by SIGKILL +++" : "INJECTED");
    return ended;
  }

  private List<String> fromTheFaultOn() throws IOException {
    return Files.readAllLines(log()).stream().dropWhile(it -> !it.contains("INJECTED")).toList();
  }

  /// The thread that met the fault is the one that decides what is recorded.
  private void assertNothingIsRecordedAfter(Instant fault) {
    try (var remains = new Remains(driver.data())) {
      for (var run : remains.runs()) {
        assertThat(remains.events(run.id()))
            .allSatisfy(it -> assertThat(it.event().at()).isBefore(fault));
      }
    }
  }

  private static Instant time(String line) {
    var micros = line.split(" +", 3)[1].replace(".", "");
    return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
  }

  private void assertNothingIsLost() throws IOException {
    assertWhole();
    assertThat(Awakening.problemsIn(driver.data())).isEmpty();
    assertWhole();
  }

  private void assertWhole() throws IOException {
    try (var remains = new Remains(driver.data())) {
      var inspection = new Inspection(remains);
      inspection.inspectDatabase();
      inspection.inspectAll();
      new Claims(inspection).inspect(driver.acknowledged());
      assertThat(inspection.problems()).isEmpty();
    }
  }
}
