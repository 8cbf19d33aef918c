package dev.retinue.store.backup;

import static dev.retinue.store.backup.ParcelManifest.damaged;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Parcels.Contents;
import dev.retinue.core.port.Parcels.Packed;
import dev.retinue.core.port.Parcels.Parcel;
import dev.retinue.store.ParcelForm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import tools.jackson.core.JacksonException;

/// An export while it is read. It may come from anywhere: nothing in it is believed that was not
/// checked, and nothing is larger than it says.
final class ZipParcel implements Parcel {
  private static final int LARGEST_MANIFEST = 8 << 20;
  private static final Pattern NAME =
      Pattern.compile("(agent-|sp_)[a-z2-7]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  // A list of all that may be in one, with room to spare.
  private static final long LARGEST_DIRECTORY = 8L << 20;
  private static final int END = 22;
  private static final int LONGEST_END = END + 0xffff;

  private final ZipFile zip;
  private final Map<String, Piece> pieces = new HashMap<>();
  private final Set<RunId> runs = new LinkedHashSet<>();
  private final Set<String> sessions = new LinkedHashSet<>();

  private ZipParcel(ZipFile zip) throws IOException {
    this.zip = zip;
    var manifest = manifest();
    manifest.pieces().forEach(piece -> pieces.put(piece.name(), piece));
    if (zip.size() != pieces.size() + 1) {
      throw damaged("it has something in it that is not on its list", null);
    }
    for (var text : List.of(ParcelManifest.RUNS, ParcelManifest.EVENTS, ParcelManifest.SESSIONS)) {
      requireWhole(text);
    }
    var packed = new AtomicInteger();
    try {
      lines(
          ParcelManifest.RUNS,
          line -> {
            packed.incrementAndGet();
            runs.add(ParcelForm.id(line));
          });
      lines(ParcelManifest.SESSIONS, line -> sessions.add(ParcelForm.session(line).id()));
    } catch (JacksonException | RetinueException | IllegalStateException | NullPointerException e) {
      throw damaged("a line about a run or a session cannot be read", e);
    }
    if (runs.size() != manifest.runs() || packed.get() != runs.size()) {
      throw damaged("it has not the runs that it says", null);
    }
  }

  static ZipParcel open(Path file) {
    try {
      requireSmallDirectory(file);
      var zip = new ZipFile(file.toFile());
      try {
        return new ZipParcel(zip);
      } catch (IOException | RuntimeException e) {
        zip.close();
        throw e;
      }
    } catch (IOException e) {
      throw damaged(String.valueOf(e.getMessage()), e);
    }
  }

  /// It is read into memory before anything else is known of the file.
  private static void requireSmallDirectory(Path file) throws IOException {
    byte[] last;
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      last = new byte[(int) Math.min(in.length(), LONGEST_END)];
      in.seek(in.length() - last.length);
      in.readFully(last);
    }
    var end = ByteBuffer.wrap(last).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at <= last.length - END; at++) {
      if (end.getInt(at) == 0x06054b50
          && Integer.toUnsignedLong(end.getInt(at + 12)) > LARGEST_DIRECTORY) {
        throw damaged("its directory is longer than that of any export", null);
      }
    }
  }

  private ParcelManifest manifest() throws IOException {
    var entry = zip.getEntry(ParcelManifest.FILE);
    if (entry == null) {
      throw damaged("it has no " + ParcelManifest.FILE, null);
    }
    try (var in = new Measured(zip.getInputStream(entry), LARGEST_MANIFEST)) {
      return ParcelManifest.of(in.readAllBytes());
    }
  }

  /// As long as it should be, and with the same digest.
  private byte[] read(Piece piece) {
    var entry = zip.getEntry(piece.name());
    if (entry == null) {
      throw damaged("%s is not in it".formatted(piece.name()), null);
    }
    try (var in = new Measured(zip.getInputStream(entry), piece.bytes())) {
      var bytes = in.readAllBytes();
      if (!in.piece(piece.name()).equals(piece)) {
        throw damaged("%s is not what was exported".formatted(piece.name()), null);
      }
      return bytes;
    } catch (IOException e) {
      throw damaged("%s is not what was exported".formatted(piece.name()), e);
    }
  }

  /// The same for one that may be larger than memory should hold.
  private void requireWhole(String name) {
    try (var in = open(name)) {
      in.transferTo(OutputStream.nullOutputStream());
      if (!in.piece(name).equals(pieces.get(name))) {
        throw damaged("%s is not what was exported".formatted(name), null);
      }
    } catch (IOException e) {
      throw damaged("%s is not what was exported".formatted(name), e);
    }
  }

  private void lines(String name, Consumer<String> visitor) {
    try (var in = new BufferedReader(new InputStreamReader(open(name), StandardCharsets.UTF_8))) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        if (line.length() > ParcelManifest.LONGEST_LINE) {
          throw damaged("it has a line that is too long", null);
        }
        visitor.accept(line);
      }
    } catch (IOException e) {
      throw damaged("%s is not what was exported".formatted(name), e);
    }
  }

  private Measured open(String name) throws IOException {
    var piece = pieces.get(name);
    var entry = zip.getEntry(name);
    if (piece == null || entry == null) {
      throw damaged("%s is not in it".formatted(name), null);
    }
    return new Measured(zip.getInputStream(entry), piece.bytes());
  }

  @Override
  public Set<RunId> runs() {
    return runs;
  }

  @Override
  public Set<String> sessions() {
    return sessions;
  }

  @Override
  public Contents contents(Map<String, String> names) {
    try {
      Map<RunId, List<RunEvent>> events = new HashMap<>();
      lines(
          ParcelManifest.EVENTS,
          line -> {
            var happened = ParcelForm.event(renamed(line, names));
            events.computeIfAbsent(happened.run(), _ -> new ArrayList<>()).add(happened.event());
          });
      var packed = new ArrayList<Packed>();
      lines(
          ParcelManifest.RUNS,
          line -> packed.add(ParcelForm.run(ParcelForm.id(line), renamed(line, names), events)));
      var talks = new ArrayList<Session>();
      lines(ParcelManifest.SESSIONS, line -> talks.add(ParcelForm.session(renamed(line, names))));
      return new Contents(packed, talks);
    } catch (JacksonException | IllegalStateException | NullPointerException e) {
      throw damaged("a line in it cannot be read", e);
    } catch (RetinueException e) {
      throw e.code() == ErrorCode.NOT_FOUND ? damaged("a line in it names no run", e) : e;
    }
  }

  /// Ids are so long and random that they are nothing else wherever they stand.
  private static String renamed(String line, Map<String, String> names) {
    return names.isEmpty()
        ? line
        : NAME.matcher(line).replaceAll(found -> names.getOrDefault(found.group(), found.group()));
  }

  @Override
  public Optional<byte[]> bytes(RunId run, Blobs.Kind kind) {
    return Optional.ofNullable(pieces.get(kind.name().toLowerCase(Locale.ROOT) + "/" + run))
        .map(this::read);
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException _) {
      // It was only read.
    }
  }
}
