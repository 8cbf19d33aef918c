package dev.retinue.runtime.llm.kit;

import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Kit;
import dev.retinue.core.port.Memories;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.cli.isolation.Clone;
import dev.retinue.runtime.llm.kit.file.Enclosed;
import dev.retinue.runtime.llm.kit.file.FileTools;
import dev.retinue.runtime.llm.kit.file.Files;
import dev.retinue.runtime.llm.kit.file.Scope;
import dev.retinue.runtime.llm.kit.memory.MemoryTools;
import dev.retinue.runtime.llm.kit.note.ThinkTool;
import dev.retinue.runtime.llm.kit.note.TodoTools;
import dev.retinue.runtime.llm.kit.shell.Jobs;
import dev.retinue.runtime.llm.kit.shell.Shell;
import dev.retinue.runtime.llm.kit.shell.ShellTools;
import dev.retinue.runtime.llm.kit.web.FetchTool;
import dev.retinue.runtime.llm.kit.web.Gate;
import dev.retinue.runtime.llm.server.McpServers;
import dev.retinue.runtime.llm.server.Variables;
import dev.retinue.runtime.llm.tool.Permits;
import dev.retinue.runtime.llm.tool.PlainTool;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one run has of its kits, for as long as it is at work.
final class Belt implements Toolbox.Lent {
  private static final int DIGEST = 16;

  private final Kits.House house;
  private final Work work;
  private final List<Tool> own = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<Toolbox.Lent> borrowed = new ArrayList<>();

  /// What ends with the run, the last one first.
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  private @Nullable Desk desk;
  private @Nullable Clone clone;
  private boolean kept;
  private @Nullable Permits permits;

  Belt(Kits.House house, Work work) {
    this.house = house;
    this.work = work;
  }

  /// Makes the tools of all kits.
  void fill() throws InterruptedException {
    clone = new Lodgings(house.clones()).find(work).orElse(null);
    if (clone != null) {
      work.beforeEnd(this::keep);
    }
    if (kits().stream().anyMatch(Belt::needsDesk)) {
      var _ = desk(); // Rules are about where the tools work.
    }
    for (var kit : kits()) {
      add(kit, tools(kit));
    }
  }

  private static boolean needsDesk(Kit kit) {
    return kit.kind() == Kit.Kind.FILESYSTEM || kit.kind() == Kit.Kind.SHELL;
  }

  private List<Kit> kits() {
    return work.agent().craft().kits();
  }

  private List<PlainTool> tools(Kit kit) throws InterruptedException {
    return switch (kit.kind()) {
      case FILESYSTEM -> files(kit);
      case SHELL -> shell(kit);
      case THINK -> ThinkTool.tools();
      case TODO -> todo(kit);
      case USER_PROMPT -> new UserPrompt(work, house.clock(), house.patience()).tools();
      case FETCH -> fetch(kit);
      case MEMORY -> memory(kit);
      // Those are of others.
      case BACKGROUND_AGENTS, MCP -> List.of();
    };
  }

  private void add(Kit kit, List<PlainTool> tools) {
    if (tools.isEmpty()) {
      return;
    }
    for (var wanted : kit.tools()) {
      if (tools.stream().noneMatch(tool -> tool.spec().name().equals(wanted))) {
        note(
            "The toolset '%s' has no tool '%s', which the agent names."
                .formatted(word(kit), wanted));
      }
    }
    for (var tool : tools) {
      var name = tool.spec().name();
      boolean wanted = kit.tools().isEmpty() || kit.tools().contains(name);
      if (wanted && names.add(name)) {
        own.add(permits().guard(tool, tool.names()));
      }
    }
  }

  private static String word(Kit kit) {
    return kit.kind().name().toLowerCase(Locale.ROOT);
  }

  private List<PlainTool> files(Kit kit) {
    var scope = Scope.of(desk().directory(), kit.setup().allow(), kit.setup().deny());
    scope.warnings().forEach(this::note);
    var rules = permits();
    return new FileTools(
            new Files(
                enclosed(scope),
                file -> rules.isFree(FileTools.READING, file),
                house.grounds().random()))
        .tools();
  }

  private Enclosed enclosed(Scope scope) {
    var directory = desk().directory();
    try {
      return Enclosed.of(directory, scope);
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "The folder %s, where the run is to work, is gone.".formatted(directory),
          e);
    }
  }

  private List<PlainTool> shell(Kit kit) throws InterruptedException {
    var own = desk().own();
    var environment = house.grounds().environment();
    var shell =
        new Shell(
            house.shell(),
            enclosed(Scope.ALL),
            desk().ground(),
            own,
            work.agent().conduct().confinement(),
            Shell.variables(environment, own, given(kit, environment)));
    var jobs = new Jobs(shell, house.clock());
    open.push(jobs);
    var seconds =
        Objects.requireNonNullElse(kit.setup().timeoutSeconds(), ShellTools.USUAL_SECONDS);
    return new ShellTools(jobs, seconds, house.clock()).tools();
  }

  /// Only a file that the operator answers for can give commands what the daemon knows.
  private Map<String, String> given(Kit kit, Map<String, String> environment) {
    return isTrusted()
        ? new Variables(environment).resolved("shell", kit.setup().environment())
        : Map.of();
  }

  private List<PlainTool> todo(Kit kit) {
    if (kit.setup().shared()) {
      note("The list of things to do is this agent's alone: 'shared' is not supported.");
    }
    return new TodoTools(work).tools();
  }

  /// Only a file that the operator answers for can name networks at home.
  private List<PlainTool> fetch(Kit kit) {
    var setup = kit.setup();
    var home = isTrusted() ? setup.allow() : List.<String>of();
    var gate = new Gate(house.world(), setup.allow(), setup.deny(), home);
    var seconds = Objects.requireNonNullElse(setup.timeoutSeconds(), FetchTool.USUAL_SECONDS);
    return new FetchTool(gate, seconds).tools();
  }

  private List<PlainTool> memory(Kit kit) {
    var shelf = new Memories.Shelf(work.run().commission().caller(), shelf(kit));
    return new MemoryTools(house.memories().get(), shelf, work.run().id(), house.clock()).tools();
  }

  /// Projects may have agents with the same name, and must not read what others remember.
  private String shelf(Kit kit) {
    var agent = work.agent();
    if (isTrusted()) {
      return Objects.requireNonNullElse(kit.setup().memory(), agent.name());
    }
    var file = Digest.of(agent.craft().origin().file()).substring(0, DIGEST);
    return "%s@%s".formatted(agent.name(), file);
  }

  private boolean isTrusted() {
    return work.agent().craft().origin().trusted();
  }

  private Desk desk() {
    if (desk == null) {
      desk = Desk.of(work, house.processes(), clone);
      open.addLast(desk); // What works there ends before.
      desk.remark().ifPresent(this::note);
    }
    return desk;
  }

  private Permits permits() {
    if (permits == null) {
      permits =
          desk == null
              ? Permits.of(work, house.rules(), house.clock())
              : Permits.of(work, house.rules(), desk.directory(), house.clock());
    }
    return permits;
  }

  private void note(String sentence) {
    house.note(work, sentence);
  }

  /// Takes what servers lend beside that.
  void borrow(McpServers servers) throws InterruptedException {
    borrowed.add(servers.lend(work, ServerKits.known(kits())));
    var theirs = new ServerKits(kits(), isTrusted());
    theirs.refusals().forEach(this::note);
    if (!theirs.servers().isEmpty()) {
      var begun = new McpServers(theirs.servers(), house.grounds(), house.rules(), house.clock());
      open.push(begun);
      borrowed.add(begun.lend(work, List.of()));
    }
  }

  /// As they are now: those of servers may change while a run is at work.
  @Override
  public List<Tool> tools() {
    var all = new LinkedHashMap<String, Tool>();
    own.forEach(tool -> all.put(tool.spec().name(), tool));
    for (var lent : borrowed) {
      lent.tools().forEach(tool -> all.putIfAbsent(tool.spec().name(), tool));
    }
    return List.copyOf(all.values());
  }

  /// What became of the clone is told before the end, where the run ends by itself.
  @Override
  public void close() {
    giveBack();
    if (clone != null && work.ended()) {
      keep();
      clone.discard();
    }
    kept = true; // By whoever speaks next, if somebody does.
  }

  /// Nothing may be at work in the clone when it is looked at.
  private synchronized void keep() {
    if (clone != null && !kept) {
      kept = true;
      giveBack();
      Lodgings.keep(clone, work, house.now());
    }
  }

  private synchronized void giveBack() {
    borrowed.forEach(Toolbox.Lent::close);
    borrowed.clear();
    while (!open.isEmpty()) {
      closeOne(open.pop());
    }
  }

  private static void closeOne(AutoCloseable it) {
    try {
      it.close();
    } catch (Exception e) {
      throw new IllegalStateException("what a run had cannot be given back", e);
    }
  }
}
