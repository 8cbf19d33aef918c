package dev.retinue.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineMemoryTest {
  @TempDir private Path root;

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private MachineMemory memory() throws IOException {
    write("proc/meminfo", "MemTotal: 16000 kB\nMemFree: 1 kB\nMemAvailable:   8000 kB\n");
    return new MachineMemory(root);
  }

  @Test
  void a_machine_has_what_it_says_is_available() throws IOException {
    assertThat(memory().free()).hasValue(8000 * 1024);
  }

  @Test
  void a_system_that_says_nothing_has_no_answer() {
    assertThat(new MachineMemory(root).free()).isEmpty();
  }

  @Test
  void a_group_that_has_less_left_counts_and_so_does_one_around_it() throws IOException {
    write("proc/self/cgroup", "0::/a/b\n");
    write("sys/fs/cgroup/a/b/memory.max", "max\n");
    write("sys/fs/cgroup/a/b/memory.current", "10\n");
    write("sys/fs/cgroup/a/memory.max", "1000\n");
    write("sys/fs/cgroup/a/memory.current", "900\n");
    write("sys/fs/cgroup/a/memory.stat", "anon 850\ninactive_file 50\n");
    assertThat(memory().free()).hasValue(150);
  }

  @Test
  void a_group_of_the_older_kind_counts_too() throws IOException {
    write("proc/self/cgroup", "9:cpu,cpuacct:/x\n7:memory:/x\n");
    write("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "500\n");
    write("sys/fs/cgroup/memory/x/memory.usage_in_bytes", "600\n");
    assertThat(memory().free()).hasValue(0);
  }
}
