package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.Limit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Follower;
import dev.retinue.core.staff.LimitBook;
import dev.retinue.core.staff.Share;
import dev.retinue.core.staff.Staff;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Visit;
import java.util.Locale;
import java.util.function.Function;

/// The streams of events that are open, of which there may be only so many.
final class Streams {
  private final Share share;

  Streams(LimitBook book) {
    this.share = book.share(Limit.STREAMS, Limit.STREAMS_OF_CALLER, "streams of events");
  }

  static boolean wanted(Visit visit) {
    var accept = visit.header("Accept");
    return accept != null && accept.toLowerCase(Locale.ROOT).contains("text/event-stream");
  }

  /// How many there are.
  int open() {
    return share.open();
  }

  /// The place for one more of this caller, or a refusal.
  Place take(Caller caller) {
    return new Place(share.take(caller.id()));
  }

  /// Where one stream can be opened.
  static final class Place {
    private final Share.Place taken;

    private Place(Share.Place taken) {
      this.taken = taken;
    }

    /// Nothing is opened here.
    void giveBack() {
      taken.giveBack();
    }

    /// Lets events flow until the client is gone or nothing comes any more.
    void open(EventStream stream, Function<EventStream, Follower> follow) {
      stream.onClose(this::giveBack);
      stream.begin();
      try {
        var follower = follow.apply(stream);
        stream.onClose(follower::close);
      } catch (RetinueException e) {
        // It was removed just now, or the store has trouble; to refuse it is too late.
        stream.abort();
      }
    }

    /// The same for those of one run, until it is over.
    void run(
        Staff staff,
        Pulse pulse,
        ApiCall call,
        RunId run,
        long after,
        EventStream.Telling telling) {
      var caller = call.caller();
      var stream =
          new EventStream(
              call.visit(),
              pulse,
              after,
              telling,
              cursor -> staff.find(caller, run).map(it -> isOver(it, cursor)).orElse(true));
      open(
          stream,
          it -> {
            var removal = staff.feed().onRemoval(run, it::closeIfOver);
            it.onClose(removal::close);
            var drafts = telling.drafts();
            return drafts == null
                ? staff.feed().follow(caller, run, after, (events, _) -> it.take(events))
                : staff
                    .feed()
                    .follow(
                        caller,
                        run,
                        after,
                        (events, _) -> it.take(events),
                        written -> it.take(written, drafts));
          });
    }

    /// Nothing is left of it, and everything was sent.
    private static boolean isOver(Run run, long cursor) {
      return run.ended() && !run.ending() && cursor >= run.sequence();
    }
  }
}
