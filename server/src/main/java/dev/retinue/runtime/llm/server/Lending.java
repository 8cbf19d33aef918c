package dev.retinue.runtime.llm.server;

import dev.retinue.core.RetinueException;
import dev.retinue.runtime.llm.tool.Permits;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// What one run has of the servers, for as long as it is at work.
final class Lending implements Toolbox.Lent {
  /// Providers take no more, and a model would not find its way.
  static final int MOST_TOOLS = 120;

  private final Choice choice;
  private final Permits permits;
  private final List<Use> uses;
  private final AtomicBoolean closed = new AtomicBoolean();

  /// A server that it has.
  private static final class Use {
    private final Post post;
    private final Server server;
    private volatile @Nullable String trouble = "it has not begun";

    private Use(Post post, Server server) {
      this.post = post;
      this.server = server;
    }

    /// Says why it is not there, if it is not.
    private Optional<String> prepare() throws InterruptedException {
      try {
        server.prepare();
        trouble = null;
        return Optional.empty();
      } catch (RetinueException e) {
        return Optional.of(e.getMessage());
      }
    }
  }

  Lending(List<Post> posts, Choice choice, Seat seat, Permits permits) {
    this.choice = choice;
    this.permits = permits;
    this.uses = posts.stream().map(post -> new Use(post, post.take(seat))).toList();
  }

  /// Begins all servers at the same time. Says what is missing.
  List<String> prepare() throws InterruptedException {
    var missing = new ArrayList<String>();
    var tasks = uses.stream().<Callable<Optional<String>>>map(use -> use::prepare).toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var done : threads.invokeAll(tasks)) {
        done.get()
            .ifPresent(why -> missing.add("The run goes on without some of its tools: " + why));
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a tool server could not be prepared", e.getCause());
    }
    for (var use : uses) {
      if (use.trouble == null) {
        for (var name : choice.missing(use.post.name(), use.server.listing())) {
          missing.add("There is no tool '%s', which the agent names.".formatted(name));
        }
      }
    }
    long all = all().size();
    if (all > MOST_TOOLS) {
      missing.add(
          "Of %d tools the agent gets the first %d; name fewer in its 'tools'."
              .formatted(all, MOST_TOOLS));
    }
    return missing;
  }

  private record Found(Server server, Offer offer) {}

  private List<Found> all() {
    var found = new ArrayList<Found>();
    for (var use : uses) {
      if (use.trouble == null) {
        for (var offer : use.server.listing().offers()) {
          if (choice.has(use.post.name(), offer.name())) {
            found.add(new Found(use.server, offer));
          }
        }
      }
    }
    return found;
  }

  /// As the servers offer them now: a list may change while a run is at work.
  @Override
  public List<Tool> tools() {
    return all().stream().limit(MOST_TOOLS).map(this::guarded).toList();
  }

  private Tool guarded(Found found) {
    var all = "mcp__" + found.server.spec().name();
    return permits.guard(
        new McpTool(found.server, found.offer),
        List.of(all + ToolName.BETWEEN + found.offer.name(), all));
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      uses.forEach(use -> use.post.leave(use.server));
    }
  }
}
