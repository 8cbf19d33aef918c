package dev.retinue.runtime.coder;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.client.AppClient;
import dev.retinue.runtime.coder.client.AppClient.Message;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.repository.Deployment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The agents of a deployment, for whoever has them work for him and follows what they say. What
/// they do not answer is a refusal here, and no guess.
public final class Contacts {
  private static final int LONGEST_ERROR = 300;

  private final CoderFleet fleet;
  private final Deployment deployment;
  private final Reach reach;
  private final Errands errands;
  private final Rebuilds rebuilds;

  Contacts(
      CoderFleet fleet, Deployment deployment, Reach reach, Errands errands, Rebuilds rebuilds) {
    this.fleet = fleet;
    this.deployment = deployment;
    this.reach = reach;
    this.errands = errands;
    this.rebuilds = rebuilds;
  }

  /// How we call the deployment.
  public String deployment() {
    return deployment.client().deployment();
  }

  public Contact require(String name) throws InterruptedException {
    return contact(deployment.agents().require(name));
  }

  /// The one in this workspace; nothing if that is gone.
  public Optional<Contact> find(String id) throws InterruptedException {
    var workspace = deployment.client().find(id);
    return workspace.isEmpty() ? Optional.empty() : Optional.of(contact(workspace.get()));
  }

  private Contact contact(Workspace seen) throws InterruptedException {
    var workspace = seen;
    var standing = reach.seen(workspace);
    if (standing.status().isUp()) {
      requireApp(workspace);
      var said = reach.state(reach.line(workspace), AppClient.TIME);
      if (said.stable() && standing.status() == FleetStatus.BUSY) {
        // It ended its work after its workspace was looked at, and may have said how.
        workspace = deployment.client().find(seen.id()).orElse(seen);
      }
      standing = Standing.of(workspace, reach.app(workspace), said);
    } else if (standing.status() == FleetStatus.FAILED && standing.reason() == null) {
      standing = new Standing(FleetStatus.FAILED, lastError(workspace));
    }
    return new Contact(workspace, standing.status(), standing.reason());
  }

  /// One that is up and has none will have none later either.
  private void requireApp(Workspace workspace) {
    if (reach.app(workspace) == null) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' has no AgentAPI to be talked to, so it cannot carry out runs; its template must start one, and 'fleet.app' can name it."
              .formatted(workspace.name()));
    }
  }

  /// What its build failed of; null if it does not say it.
  private @Nullable String lastError(Workspace workspace) throws InterruptedException {
    return deployment.client().buildLog(workspace.build().id()).stream()
        .filter(line -> line.level().equals("error") && !line.text().isBlank())
        .reduce((_, last) -> last)
        .map(line -> Excerpt.of(plain(line.text()), LONGEST_ERROR))
        .orElse(null);
  }

  /// All that was said between it and anybody, oldest first, as plain text.
  public List<Message> messages(Contact contact) throws InterruptedException {
    return reach.apps().messages(reach.line(contact.workspace())).stream()
        .map(it -> new Message(it.at(), it.input(), plain(it.text())))
        .toList();
  }

  /// Text as it comes back from a screen.
  public static String plain(String text) {
    return Chronicle.plain(text);
  }

  /// Says something to one that waits for it, and writes down that it was told.
  public void say(Contact contact, String text) throws InterruptedException {
    errands.start(contact.workspace(), text);
    fleet.note(contact.workspace(), text);
  }

  /// Interrupts what it does, once; one that does nothing is left alone.
  public void interrupt(Contact contact) throws InterruptedException {
    errands.cancel(contact.workspace());
  }

  /// Makes one that begins with its task; the one of this name where it was made before.
  public Contact make(Fleet.Wanted wanted) throws InterruptedException {
    try {
      fleet.make(wanted);
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.CONFLICT) {
        throw e;
      }
    }
    return require(wanted.name());
  }

  /// Removes the one of this name with its workspace, whether it can be talked to or not.
  public void remove(String name) throws InterruptedException {
    rebuilds.delete(deployment.agents().require(name));
  }
}
