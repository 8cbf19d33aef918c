package dev.retinue.mcp;

import dev.retinue.mcp.model.Implementation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a server offers: tools, resources and prompts by name. Lists are always in the order of
/// names. Offers may come and go while clients are connected; they are told.
public final class McpServer {
  private final Implementation info;
  private final String instructions;
  private final Map<String, ToolEntry> tools = new ConcurrentSkipListMap<>();
  private final Map<String, Offer.Resource> resources = new ConcurrentSkipListMap<>();
  private final Map<String, Offer.Template> templates = new ConcurrentSkipListMap<>();
  private final Map<String, Offer.Prompt> prompts = new ConcurrentSkipListMap<>();
  private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean starting = new AtomicBoolean();
  private volatile @Nullable Thread loading;
  private volatile boolean toolsOnly;
  private volatile CallObserver observer = CallObserver.NONE;
  private volatile @Nullable BiPredicate<Caller, String> audience;

  public McpServer(Implementation info, String instructions) {
    this.info = info;
    this.instructions = instructions;
  }

  public Implementation info() {
    return info;
  }

  /// Has tools and will never have anything else: whoever asks for it is told that there is no such
  /// method.
  public McpServer toolsOnly() {
    toolsOnly = true;
    return this;
  }

  public boolean isToolsOnly() {
    return toolsOnly;
  }

  /// Lets this one stand around every call of a tool.
  public McpServer observedBy(CallObserver other) {
    observer = other;
    return this;
  }

  public CallObserver observer() {
    return observer;
  }

  /// Shows tools and prompts only to some. To everybody else it is as if they were not there.
  ///
  /// @param some whether this caller is shown what goes by this name
  public McpServer shownTo(BiPredicate<Caller, String> some) {
    audience = some;
    return this;
  }

  /// Offers that take a while to make, and that a handshake does not need: they are made after it,
  /// on a thread of their own, or when somebody wants to see them.
  public McpServer later(Consumer<McpServer> offers) {
    loading = Thread.ofVirtual().name("mcp-offers").unstarted(() -> offers.accept(this));
    return this;
  }

  /// The handshake is over: time to make what comes later.
  public void prepare() {
    var thread = loading;
    if (thread != null && starting.compareAndSet(false, true)) {
      thread.start();
    }
  }

  private void awaitOffers() {
    var thread = loading;
    if (thread != null && !thread.equals(Thread.currentThread())) {
      prepare();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// How a model should use this server as a whole.
  public String instructions() {
    return instructions;
  }

  public McpServer add(Tool<?, ?> tool) {
    return add(ToolEntry.of(tool));
  }

  public McpServer add(ToolEntry tool) {
    register(tools, tool.info().name(), tool);
    tell(new Change.Tools());
    return this;
  }

  public McpServer add(Offer offer) {
    switch (offer) {
      case Offer.Resource resource -> register(resources, resource.info().uri(), resource);
      case Offer.Template template -> register(templates, template.info().uriTemplate(), template);
      case Offer.Prompt prompt -> register(prompts, prompt.info().name(), prompt);
    }
    tell(offer instanceof Offer.Prompt ? new Change.Prompts() : new Change.Resources());
    return this;
  }

  public void removeTool(String name) {
    if (tools.remove(name) != null) {
      tell(new Change.Tools());
    }
  }

  public void removePrompt(String name) {
    if (prompts.remove(name) != null) {
      tell(new Change.Prompts());
    }
  }

  /// Tells those who watch a resource that it has changed.
  public void updated(String uri) {
    tell(new Change.ResourceUpdated(uri));
  }

  /// The same where not everybody may know of it.
  public void updated(String uri, Predicate<Caller> audience) {
    tell(new Change.ResourceUpdated(uri, audience, false));
  }

  /// The same for the last time: who watched it for a call need not watch it any more.
  public void updatedLast(String uri, Predicate<Caller> audience) {
    tell(new Change.ResourceUpdated(uri, audience, true));
  }

  public Map<String, ToolEntry> tools() {
    awaitOffers();
    return tools;
  }

  /// Those that this caller is shown.
  public Map<String, ToolEntry> tools(Caller caller) {
    return shown(tools(), caller);
  }

  /// The one by this name, if this caller is shown it.
  public @Nullable ToolEntry tool(Caller caller, String name) {
    var test = audience;
    return test == null || test.test(caller, name) ? tools().get(name) : null;
  }

  private <T> Map<String, T> shown(Map<String, T> entries, Caller caller) {
    var test = audience;
    if (test == null) {
      return entries;
    }
    var some = new LinkedHashMap<String, T>();
    entries.forEach(
        (name, entry) -> {
          if (test.test(caller, name)) {
            some.put(name, entry);
          }
        });
    return some;
  }

  public Map<String, Offer.Resource> resources() {
    awaitOffers();
    return resources;
  }

  public Map<String, Offer.Template> templates() {
    awaitOffers();
    return templates;
  }

  public Map<String, Offer.Prompt> prompts() {
    awaitOffers();
    return prompts;
  }

  /// Those that this caller is shown.
  public Map<String, Offer.Prompt> prompts(Caller caller) {
    return shown(prompts(), caller);
  }

  /// Calls the listener after every change, until what it returns is closed.
  public AutoCloseable onChange(Consumer<Change> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /// What is offered from the beginning is no change, even if it is made a little later.
  private void tell(Change change) {
    if (!Thread.currentThread().equals(loading)) {
      listeners.forEach(listener -> listener.accept(change));
    }
  }

  private static <T> void register(Map<String, T> entries, String name, T entry) {
    if (entries.putIfAbsent(name, entry) != null) {
      throw new IllegalArgumentException("There is already something called '" + name + "'");
    }
  }
}
