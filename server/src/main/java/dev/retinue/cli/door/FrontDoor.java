package dev.retinue.cli.door;

import dev.retinue.cli.front.Hello;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.transport.LineReader;
import dev.retinue.mcp.transport.StdioServer;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A socket in the data directory on which fronts speak to the daemon: one connection is one
/// client. No web page and no other user can reach it.
public final class FrontDoor implements AutoCloseable {
  private static final String NO_FRONT =
      "What comes in here must be a front of Retinue, which says first for whom it speaks; start 'retinue mcp'.";
  private static final String CHANGED =
      "This token is not good any more, or allows something else now; begin again in a moment.";
  private static final int MOST_FRONTS = Limit.FRONTS.count();
  private static final Duration TO_GREET = Duration.ofSeconds(10);
  private static final Duration TO_TAKE_THE_LAST = Duration.ofSeconds(10);
  private static final Duration LAST_WORDS = Duration.ofMillis(200);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
  private static final Duration AFTER_TROUBLE = Duration.ofMillis(100);

  private final ServerSocketChannel door;
  private final Path socket;
  private final Reception reception;
  private final Set<Guest> guests = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  /// Who comes in, and what they are served.
  public interface Reception {
    /// For whom this front speaks; nobody if its token stands for none.
    Optional<Caller> admit(Hello hello);

    /// Whether its token still stands for this caller, and for what he could do.
    boolean knows(Hello hello, Caller caller);

    /// Hears that somebody was refused.
    default void refused(RetinueException why) {}

    /// Why a request of this caller is refused, if it is: one who asks too often waits.
    Optional<RpcError> toll(Caller caller);

    /// Names the connection of one who has come in, until he leaves.
    String seat(Caller caller);

    void leave(String seat);

    /// What they are served.
    Eras eras();

    /// What this one is served, who may want less than there is.
    default Eras eras(Hello hello, Caller caller) {
      return eras();
    }

    /// What is said to those who come in.
    Hello.Reply greeting();
  }

  private record Guest(
      SocketChannel channel, Hello hello, Caller caller, StdioServer server, QueuedOutput output) {}

  private FrontDoor(ServerSocketChannel door, Path socket, Reception reception) {
    this.door = door;
    this.socket = socket;
    this.reception = reception;
  }

  /// Opens it. What an earlier daemon left there is removed: only one at a time has the directory.
  public static FrontDoor open(Path socket, Reception reception) {
    try {
      Files.deleteIfExists(socket);
      var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      channel.bind(UnixDomainSocketAddress.of(socket));
      var door = new FrontDoor(channel, socket, reception);
      Thread.ofVirtual().name("front-door").start(door::welcome);
      Thread.ofVirtual().name("front-tokens").start(door::lookAfter);
      return door;
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "cannot listen on %s: %s. Choose another folder with --data."
              .formatted(socket, e.getMessage()),
          e);
    }
  }

  /// How many clients are here.
  public int fronts() {
    return guests.size();
  }

  /// How many there are of each version of Retinue: one that was started before an upgrade stays as
  /// it is for as long as its client does.
  public Map<String, Integer> versions() {
    var versions = new TreeMap<String, Integer>();
    guests.forEach(guest -> versions.merge(Excerpt.of(guest.hello.version()), 1, Integer::sum));
    return versions;
  }

  private void welcome() {
    try {
      while (!closing) {
        try {
          var channel = door.accept();
          Thread.ofVirtual().name("front").start(() -> serve(channel));
        } catch (IOException e) {
          // Too many files are open, for instance, and that does not pass at once.
          Thread.sleep(door.isOpen() ? AFTER_TROUBLE : Duration.ZERO);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(SocketChannel channel) {
    try (channel) {
      var out = new QueuedOutput(channel);
      try (out) {
        var in = new LineReader(Channels.newInputStream(channel));
        var hello = hear(channel, in);
        var admission = admit(hello);
        if (closing) {
          return; // Without a word: it will look for the next daemon.
        }
        if (admission.caller != null && admission.eras != null && hello.isPresent()) {
          var said = hello.get();
          var server =
              new StdioServer(admission.eras, admission.caller, in, out, who -> toll(said, who));
          serve(new Guest(channel, said, admission.caller, server, out));
        } else {
          say(out, "", admission.refusal, hello.orElse(null));
        }
        out.drain(TO_TAKE_THE_LAST);
      }
    } catch (IOException e) {
      // The front is gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Who may something else by now is shown out, and comes in again as who he is.
  private Optional<RpcError> toll(Hello hello, Caller caller) {
    return isKnown(hello, caller)
        ? reception.toll(caller)
        : Optional.of(new RpcError(RpcError.INTERNAL_ERROR, CHANGED));
  }

  private void serve(Guest guest) throws IOException {
    guests.add(guest);
    var seat = reception.seat(guest.caller);
    try {
      say(guest.output, seat, null, guest.hello);
      if (closing) {
        guest.server.retire();
      }
      guest.server.run();
    } finally {
      reception.leave(seat);
      guests.remove(guest);
    }
  }

  /// Who comes in and what he is served, or why he does not.
  private record Admission(
      @Nullable Caller caller, @Nullable Eras eras, @Nullable String refusal) {}

  private Admission admit(Optional<Hello> hello) {
    try {
      if (hello.isEmpty()) {
        return new Admission(null, null, NO_FRONT);
      }
      var caller = reception.admit(hello.get());
      var refusal = refusal(caller);
      return refusal == null && caller.isPresent()
          ? new Admission(caller.get(), reception.eras(hello.get(), caller.get()), null)
          : new Admission(null, null, refusal);
    } catch (RetinueException e) {
      return new Admission(null, null, e.getMessage());
    }
  }

  private @Nullable String refusal(Optional<Caller> caller) {
    if (guests.size() >= MOST_FRONTS) {
      var full =
          LimitHit.fixed(
                  Limit.FRONTS, LimitHit.Whose.HOUSE, LimitHit.Frees.when("a client is closed"))
              .overload("There are %d clients already; close some.".formatted(MOST_FRONTS));
      reception.refused(full);
      return full.getMessage();
    }
    return caller.isPresent()
        ? null
        : "The daemon does not know this token. Where RETINUE_TOKEN is set, it must be one of 'retinue token"
            + " list'.";
  }

  private void say(QueuedOutput out, String seat, @Nullable String refusal, @Nullable Hello hello)
      throws IOException {
    var greeting = reception.greeting();
    // Who wants something else than all that is offered has not been shown that either.
    var offers = hello == null || hello.only() == null ? greeting.offers() : "";
    out.write(new Hello.Reply(greeting.version(), offers, seat, refusal).line());
    out.write('\n');
  }

  /// The first line. Whoever says nothing is not waited for.
  private static Optional<Hello> hear(SocketChannel channel, LineReader in) throws IOException {
    var patience =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(TO_GREET);
                    channel.close();
                  } catch (InterruptedException | IOException e) {
                    // It has spoken.
                  }
                });
    try {
      return in.next().flatMap(Hello::read);
    } finally {
      patience.interrupt();
    }
  }

  /// Shows out whose token no longer counts.
  private void lookAfter() {
    try {
      while (!closing) {
        Thread.sleep(BETWEEN_LOOKS);
        for (var guest : guests) {
          if (!closing && !isKnown(guest.hello, guest.caller)) {
            end(guest);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isKnown(Hello hello, Caller caller) {
    try {
      return reception.knows(hello, caller);
    } catch (RetinueException e) {
      return true; // The store has trouble, which says nothing of a guest.
    }
  }

  private static void end(Guest guest) {
    try {
      guest.channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  /// Lets nobody in any more, takes no further calls of those who are here, and gives those at work
  /// a while.
  public void drain(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    shut();
    guests.forEach(guest -> guest.server.retire());
    for (var guest : guests) {
      guest.server.awaitCalls(until(deadline));
      // Done is only what the client can know of.
      guest.output.drain(until(deadline));
    }
  }

  private static Duration until(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  private void shut() {
    closing = true;
    try {
      door.close();
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      // Nobody comes in either way.
    }
  }

  @Override
  public void close() {
    shut();
    // What was refused last they should hear, too: else they cannot know that it was not begun.
    long deadline = System.nanoTime() + LAST_WORDS.toNanos();
    for (var guest : guests) {
      try {
        guest.output.drain(until(deadline));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      end(guest);
    }
  }
}
