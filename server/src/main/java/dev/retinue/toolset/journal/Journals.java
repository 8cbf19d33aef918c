package dev.retinue.toolset.journal;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.Trouble;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Offer;
import dev.retinue.toolset.Principal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What agents did, caller by caller and project by project: as text for whoever asks, and as files
/// that follow what happens. Whoever asks gets it as it is now.
public final class Journals implements AutoCloseable {
  private final Entries entries;
  private final JournalFiles files;
  private final @Nullable ProjectCopy copy;
  private final InstantSource clock;
  private final Keeper keeper;
  private final JournalResources resources;
  private final List<McpServer> servers = new CopyOnWriteArrayList<>();

  /// @param folder where the files are
  /// @param inProject the name of a folder in each project of the owner that has them too; null for
  ///   none
  public Journals(
      Staff staff,
      Register register,
      InstantSource clock,
      Path folder,
      @Nullable String inProject) {
    var results = new ResultText(register);
    this.entries = new Entries(register, results);
    this.files = new JournalFiles(folder);
    this.copy = inProject == null ? null : new ProjectCopy(inProject);
    this.clock = clock;
    this.keeper = new Keeper(staff, files, this::write, this::tell);
    this.resources = new JournalResources(this, staff, register, results, clock);
  }

  /// Follows what happens from now on, until it is closed.
  public void begin() {
    keeper.begin();
  }

  /// What belongs to them: resources.
  public List<Offer> offers() {
    return resources.offers();
  }

  /// The same for those who only show them.
  public static List<Offer> shown() {
    return JournalResources.shown();
  }

  /// Lets the clients of a server hear of changes.
  public void tell(McpServer server) {
    servers.add(server);
  }

  /// `IAC.md` of the folder from which the caller speaks, or all that is his if he speaks from
  /// nowhere.
  public String log(Caller caller) {
    return log(caller, here(caller));
  }

  /// `IAC.md` of one folder.
  public String log(Caller caller, Path project) {
    return log(caller, isIn(project));
  }

  private String log(Caller caller, Predicate<Run> wanted) {
    var selection = entries.select(caller, wanted);
    return IacLog.render(entries.log(selection), selection.earlier());
  }

  /// `CONTEXT.md` of the folder from which the caller speaks, or of all that is his.
  public String context(Caller caller) {
    return context(caller, here(caller));
  }

  /// `CONTEXT.md` of one folder.
  public String context(Caller caller, Path project) {
    return context(caller, isIn(project));
  }

  /// The same, if there is anything in it.
  public Optional<String> findContext(Caller caller, Path project) {
    var selection = entries.selectForContext(caller, isIn(project));
    return selection.isEmpty()
        ? Optional.empty()
        : Optional.of(ContextPage.render(entries.context(selection), clock.instant()));
  }

  private String context(Caller caller, Predicate<Run> wanted) {
    return ContextPage.render(
        entries.context(entries.selectForContext(caller, wanted)), clock.instant());
  }

  private static Predicate<Run> here(Caller caller) {
    var folder = JournalName.folderOf(caller);
    return folder == null ? _ -> true : isIn(Path.of(folder));
  }

  private static Predicate<Run> isIn(Path project) {
    return new JournalName("", JournalName.real(project))::isOf;
  }

  private void write(JournalName name) throws IOException {
    files.write(name, () -> render(name));
    servers.forEach(server -> server.updated(JournalResources.LOG, who -> concerns(name, who)));
  }

  private Optional<JournalFiles.Pages> render(JournalName name) {
    var selection = entries.select(name.reader(), name::isOf);
    if (selection.isEmpty()) {
      return Optional.empty();
    }
    var pages =
        new JournalFiles.Pages(
            IacLog.render(entries.log(selection), selection.earlier()),
            ContextPage.render(entries.context(selection), clock.instant()));
    copy(name, pages);
    return Optional.of(pages);
  }

  /// Only the owner's: what others do is not his project's to show.
  private void copy(JournalName name, JournalFiles.Pages pages) {
    if (copy == null || name.project() == null || !name.caller().equals(Caller.OWNER)) {
      return;
    }
    var project = Path.of(name.project());
    try {
      if (Files.isDirectory(project)) {
        copy.write(project, pages);
      }
    } catch (IOException e) {
      Trouble.note("the journal is not written into its project", e);
    }
  }

  /// Whether what he reads as the log is this journal. A run hears nothing of what its caller does
  /// besides.
  private static boolean concerns(JournalName name, dev.retinue.mcp.Caller who) {
    if (!(who instanceof Principal(var caller))
        || caller.run() != null
        || !caller.id().equals(name.caller())) {
      return false;
    }
    var folder = JournalName.folderOf(caller);
    return folder == null || Objects.equals(folder, name.project());
  }

  private void tell(Run run) {
    Predicate<dev.retinue.mcp.Caller> audience =
        who -> who instanceof Principal(var caller) && caller.maySee(run);
    for (var server : servers) {
      for (var address : JournalResources.of(run.id().text())) {
        if (run.ended()) {
          server.updatedLast(address, audience);
        } else {
          server.updated(address, audience);
        }
      }
    }
  }

  @Override
  public void close() {
    keeper.close();
  }
}
