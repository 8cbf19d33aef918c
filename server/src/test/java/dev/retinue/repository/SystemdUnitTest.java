package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The unit of systemd in docs/operations.md is one that systemd takes.
@EndToEnd
class SystemdUnitTest {
  private static final Pattern UNIT = Pattern.compile("(?ms)^```ini\n(.*?)^```$");
  private static final Pattern LINE =
      Pattern.compile("|#.*|\\[(Unit|Service|Install)]|[A-Z][A-Za-z]+=.*");

  @TempDir private Path folder;

  private static String unit() {
    var found = UNIT.matcher(Repository.text(Repository.ROOT.resolve("docs/operations.md")));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  @Test
  void every_line_is_one_of_a_unit_and_it_is_hardened() {
    var wrong = new ArrayList<String>();
    unit().lines().filter(line -> !LINE.matcher(line).matches()).forEach(wrong::add);
    assertThat(wrong).isEmpty();
    assertThat(unit().lines())
        .contains(
            "ProtectSystem=strict",
            "ProtectHome=yes",
            "NoNewPrivileges=yes",
            "CapabilityBoundingSet=",
            "StateDirectoryMode=0700",
            "UMask=0077",
            "RestartPreventExitStatus=2 70");
  }

  @Test
  void nothing_in_it_keeps_a_sandbox_from_its_namespaces_and_its_own_proc() {
    // What covers parts of /proc makes the kernel refuse a fresh one to whoever has no other.
    assertThat(unit().lines())
        .noneMatch(
            line ->
                line.matches(
                    "(ProtectKernelTunables|ProtectKernelLogs|ProtectProc|ProcSubset|RestrictNamespaces)=.*"));
  }

  @Test
  void systemd_finds_no_fault_where_it_is_installed() throws IOException {
    var tool = Path.of("/usr/bin/systemd-analyze");
    if (!Files.isExecutable(tool)) {
      return; // The other test has read it.
    }
    // Nothing is installed here, nor is there such a user.
    var text =
        unit()
            .replaceAll("(?m)^ExecStart=\\S+", "ExecStart=/bin/true")
            .replaceAll("(?m)^(User|Group)=.*\n", "");
    var file = Files.writeString(folder.resolve("retinue.service"), text);
    var ended = Program.of(tool, "verify", "--man=no", file).run();
    assertThat(ended.err().lines().filter(line -> line.contains("retinue.service"))).isEmpty();
  }
}
