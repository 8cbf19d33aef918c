package dev.retinue.runtime.llm;

import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Steering;
import dev.retinue.core.port.Work;
import java.util.ArrayList;
import java.util.List;

/// Hears what is said to a run while it is at work, between its turns.
final class Listening {
  private static final int PAGE = 500;

  private final Work work;
  private final Transcript transcript;
  private final Times times;

  Listening(Work work, Transcript transcript, Times times) {
    this.work = work;
    this.transcript = transcript;
    this.times = times;
  }

  /// What was said and not heard yet becomes a part of the conversation.
  ///
  /// @return whether there was anything
  boolean listen() {
    int said = Steering.said(work.now());
    if (said > transcript.steered()) {
      readOn();
    }
    var unheard = transcript.unheard();
    if (unheard.isEmpty()) {
      return false;
    }
    var events = new ArrayList<RunEvent>(transcript.takeOwed());
    var heard = new ArrayList<RunEvent>();
    unheard.forEach(text -> heard.add(new RunEvent.Told(times.now(), text)));
    heard.add(new RunEvent.Learned(times.now(), Steering.heard(transcript.steered())));
    events.addAll(heard);
    work.tell(events);
    transcript.add(heard);
    return true;
  }

  private void readOn() {
    List<Recorded> page;
    do {
      page = work.history(transcript.readUpTo(), PAGE);
      transcript.hear(page);
    } while (page.size() == PAGE);
  }
}
