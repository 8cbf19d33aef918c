package dev.retinue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.ZipText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Files that look like backups and are none.
class HostileBackupTest {
  @TempDir Path temporary;
  private Path zip = Path.of("");
  private Path target = Path.of("");
  private Map<String, byte[]> entries = Map.of();

  @BeforeEach
  void backUp() {
    var data = temporary.resolve("data");
    try (var daemon = TestHousehold.in(data)) {
      daemon.play("deliver a result\nprint 2kb\ncomplete done");
    }
    zip = temporary.resolve("backup.zip");
    target = temporary.resolve("target");
    Answer.to("backup", zip, "--data", data).ok();
    entries = ZipText.read(zip);
  }

  @Test
  void what_is_taken_out_and_put_in_again_can_be_restored() {
    ZipText.write(zip, entries);
    Answer.to("restore", zip, "--data", target).ok();
  }

  @Test
  void what_is_no_zip_is_refused() throws IOException {
    var whole = Files.readAllBytes(zip);
    Files.writeString(zip, "hello");
    refuse(2, "cannot be read as a backup");
    Files.write(zip, new byte[0]);
    refuse(2, "cannot be read as a backup");
    for (int length : new int[] {whole.length - 1, whole.length / 2, 100}) {
      Files.write(zip, Arrays.copyOf(whole, length));
      refuse(2, "cannot be read as a backup");
    }
  }

  @Test
  void no_byte_of_the_file_can_be_changed_unnoticed() throws IOException {
    var whole = Files.readAllBytes(zip);
    var middle = whole.clone();
    // Inside the first entry, which is a blob.
    middle[200] ^= 1;
    Files.write(zip, middle);
    refuse(2, "is damaged");
  }

  @Test
  void a_manifest_is_there_and_can_be_read() {
    change(it -> it.remove("manifest.json"), "it has no manifest.json");
    change(it -> it.put("manifest.json", bytes("{")), "list of contents");
    change(it -> it.put("manifest.json", bytes("[]")), "list of contents");
    change(it -> it.put("manifest.json", bytes("{\"format\":1,\"format\":2}")), "list of contents");
    change(it -> it.put("manifest.json", bytes("[".repeat(100_000))), "list of contents");
    change(it -> it.put("manifest.json", bytes("{\"format\":1}")), "list of contents");
    change(it -> it.put("manifest.json", new byte[40 << 20]), "cannot be read as a backup");
    changeManifest(it -> it.putNull("origin"), "list of contents");
    changeManifest(it -> it.withObject("/database").put("bytes", -1), "list of contents");
    changeManifest(it -> it.withObject("/database").put("name", "../x"), "list of contents");
    changeManifest(it -> it.put("format", 0), "list of contents");
  }

  @Test
  void what_an_older_retinue_made_without_a_fleet_is_restored() {
    var older = new LinkedHashMap<>(entries);
    older.remove("fleet.txt");
    older.put("manifest.json", manifestWith(it -> it.put("format", 1).remove("fleet")));
    ZipText.write(zip, older);
    Answer.to("restore", zip, "--data", target).ok();
  }

  @Test
  void what_agents_of_the_fleet_were_told_is_as_it_was_written() {
    for (var list : List.of("nonsense\n", "../evil [1]\n", "a".repeat(32) + ".json {}\n")) {
      var bytes = bytes(list);
      change(
          it -> {
            it.put("fleet.txt", bytes);
            it.put("manifest.json", manifestWith(json -> describe(json, "/fleet", bytes)));
          },
          "what agents of the fleet were told cannot be read");
    }
    change(it -> it.put("fleet.txt", bytes("x")), "fleet.txt");
    change(it -> it.remove("fleet.txt"), "blobs.txt in it is not what was");
  }

  @Test
  void what_a_newer_retinue_made_is_left_to_it() {
    changeManifest(it -> it.put("format", 3), 1, "was made by a newer Retinue");
    changeManifest(
        it -> it.withObject("/origin").put("schema", 99), 1, "was made by a newer Retinue");
  }

  @Test
  void a_file_is_never_longer_or_shorter_than_it_says() {
    var database = entry("retinue.db");
    change(it -> it.put("retinue.db", new byte[64 << 20]), "retinue.db in it is not what was");
    change(
        it -> it.put("retinue.db", Arrays.copyOf(database, database.length - 1)),
        "retinue.db in it is not what was");
    change(it -> it.remove("retinue.db"), "it has no retinue.db");
    change(it -> it.remove(firstBlob()), "it has no blobs/");
    change(it -> it.put(firstBlob(), new byte[10]), "in it is not what was backed up");
  }

  @Test
  void a_file_that_claims_more_than_the_disk_has_is_not_even_begun() {
    changeManifest(
        it -> it.withObject("/database").put("bytes", Long.MAX_VALUE / 2), 1, "The backup needs");
    changeManifest(
        it -> it.withObject("/counts").put("blob_bytes", Long.MAX_VALUE), 1, "The backup needs");
  }

  @Test
  void nothing_comes_out_that_no_list_names_and_nothing_goes_elsewhere() {
    change(it -> it.put("../evil", bytes("x")), "blobs.txt in it is not what was");
    change(it -> it.put("extra", bytes("x")), "blobs.txt in it is not what was");
    for (var place :
        new String[] {
          "../../evil", "/tmp/evil", "aa/../../evil", "aa/agent-x/payload-1.gz", "aa\\evil", "."
        }) {
      changeList(list(place, "x"), it -> it.put("blobs/" + place, bytes("x")), "is no place");
    }
    assertThat(temporary.resolve("evil")).doesNotExist();
    assertThat(target.resolve("evil")).doesNotExist();
  }

  @Test
  void the_list_of_blobs_is_as_it_should_be() {
    var list = new String(entry("blobs.txt"), UTF_8);
    changeList("x".repeat(1 << 20), _ -> {}, "blobs.txt in it is not what was");
    changeList(list + "nonsense\n", _ -> {}, "blobs.txt in it is not what was");
    changeList("", _ -> {}, "blobs.txt in it is not what was");
    // The same twice: its file is there already.
    changeList(list + list.lines().findFirst().orElseThrow() + "\n", _ -> {}, "");
    change(it -> it.put("blobs.txt", bytes(list + " ")), "blobs.txt in it is not what was");
  }

  @Test
  void the_database_is_sound_and_the_one_that_is_described() {
    changeDatabase(bytes("rubbish".repeat(1000)), "");
    var torn = entry("retinue.db");
    Arrays.fill(torn, 5000, 9000, (byte) 7);
    changeDatabase(torn, "");
    changeManifest(
        it -> it.withObject("/counts").withObject("/records").put("runs", 7),
        "its database is not the one that it describes");
  }

  private String firstBlob() {
    return entries.keySet().stream()
        .filter(it -> it.startsWith("blobs/"))
        .findFirst()
        .orElseThrow();
  }

  private byte[] entry(String name) {
    return Objects.requireNonNull(entries.get(name)).clone();
  }

  private void change(Consumer<Map<String, byte[]>> change, String sentence) {
    var changed = new LinkedHashMap<>(entries);
    change.accept(changed);
    ZipText.write(zip, changed);
    refuse(2, sentence);
  }

  private void changeManifest(Consumer<ObjectNode> change, String sentence) {
    changeManifest(change, 2, sentence);
  }

  private void changeManifest(Consumer<ObjectNode> change, int exitCode, String sentence) {
    var changed = new LinkedHashMap<>(entries);
    changed.put("manifest.json", manifestWith(change));
    ZipText.write(zip, changed);
    refuse(exitCode, sentence);
  }

  private byte[] manifestWith(Consumer<ObjectNode> change) {
    var manifest = (ObjectNode) JsonMapper.shared().readTree(entry("manifest.json"));
    change.accept(manifest);
    return bytes(manifest.toString());
  }

  /// Another list of blobs, for which the manifest vouches.
  private void changeList(String list, Consumer<Map<String, byte[]>> change, String sentence) {
    var bytes = bytes(list);
    change(
        it -> {
          it.put("blobs.txt", bytes);
          it.put("manifest.json", manifestWith(json -> describe(json, "/blob_list", bytes)));
          change.accept(it);
        },
        sentence);
  }

  private void changeDatabase(byte[] bytes, String sentence) {
    var changed = new LinkedHashMap<>(entries);
    changed.put("retinue.db", bytes);
    changed.put("manifest.json", manifestWith(json -> describe(json, "/database", bytes)));
    ZipText.write(zip, changed);
    var answer = Answer.to("restore", zip, "--data", target);
    assertThat(answer.exitCode()).isPositive();
    requireRefused(answer, sentence);
  }

  private static void describe(ObjectNode manifest, String piece, byte[] bytes) {
    manifest.withObject(piece).put("bytes", bytes.length).put("sha256", sha256(bytes));
  }

  private static String list(String place, String content) {
    return "%s %d %s\n".formatted(sha256(bytes(content)), content.length(), place);
  }

  private void refuse(int exitCode, String sentence) {
    var answer = Answer.to("restore", zip, "--data", target);
    assertThat(answer.exitCode()).as(answer.toString()).isEqualTo(exitCode);
    requireRefused(answer, sentence);
  }

  private void requireRefused(Answer answer, String sentence) {
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).startsWith("retinue: ").contains(sentence).doesNotContain("\tat ");
    assertThat(target.resolve("retinue.db")).doesNotExist();
    if (Files.exists(target)) {
      assertThat(target.resolve("blobs")).isEmptyDirectory();
      assertThat(target.toFile().list((_, name) -> name.startsWith("resto"))).isEmpty();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
