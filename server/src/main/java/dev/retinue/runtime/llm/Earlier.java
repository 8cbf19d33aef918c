package dev.retinue.runtime.llm;

import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Speakers;
import dev.retinue.core.State;
import dev.retinue.core.port.Conversation;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Part;
import dev.retinue.llm.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What was said in a session before a run of it, as its model reads it. Of what other agents did
/// their words are left, and of thoughts nothing: nobody but who had them can use them.
///
/// What was read is kept for a while: who talks goes on talking.
final class Earlier {
  /// How many characters of it are read at most; what is older is left out.
  static final int LONGEST = 4_000_000;

  private static final int PAGE = 500;
  private static final String LEFT_OUT =
      "[The conversation is longer than this. What was said before is left out here.]";

  private final Recall recall = new Recall();

  List<Turn> of(Work work) {
    var blocks = new ArrayList<List<Turn>>();
    var conversation = work.conversation();
    long characters = 0;
    for (var run : conversation.runs()) {
      if (characters > LONGEST) {
        blocks.add(List.of(new Turn.Asked(LEFT_OUT)));
        break;
      }
      var block = block(conversation, run, isOwn(work, run));
      characters += block.length();
      blocks.add(block.turns());
      if (block.isLast()) {
        break;
      }
    }
    Collections.reverse(blocks);
    return blocks.stream().flatMap(List::stream).toList();
  }

  /// What is over stays as it is.
  private Recall.Block block(Conversation conversation, Run run, boolean own) {
    return run.ended() && !run.ending()
        ? recall.of(new Recall.Key(run.id(), own), () -> read(conversation, run, own))
        : read(conversation, run, own);
  }

  private static Recall.Block read(Conversation conversation, Run run, boolean own) {
    var turn = conversation.turn(run);
    var said = new Transcript(List.of(), turn.message());
    boolean condensed = read(conversation, run, said);
    var block = withEnding(run, own ? said.past() : words(turn, said));
    // All before a summary of its own is in that.
    return new Recall.Block(block, length(block), condensed && own);
  }

  private static boolean read(Conversation conversation, Run run, Transcript said) {
    boolean condensed = false;
    long after = 0;
    List<Recorded> page;
    do {
      page = conversation.events(run.id(), after, PAGE);
      for (var recorded : page) {
        said.add(List.of(recorded.event()));
        condensed |= recorded.event() instanceof RunEvent.Condensed;
        after = recorded.sequence();
      }
    } while (page.size() == PAGE);
    return condensed;
  }

  private static boolean isOwn(Work work, Run run) {
    var who = run.commission().agent();
    var speaker = run.facts().getOrDefault(Speakers.SPEAKER, who.name());
    return who.runtime().equals(LlmRuntime.NAME) && speaker.equals(work.agent().name());
  }

  /// The message and the last words of the answer.
  private static List<Turn> words(Conversation.Turn turn, Transcript said) {
    var block = new ArrayList<Turn>();
    block.add(new Turn.Asked(turn.message()));
    var answer =
        turn.run().state() instanceof State.Completed(var _, var summary, var _)
            ? summary
            : said.lastText();
    if (!answer.isBlank()) {
      block.add(new Turn.Answered(List.of(new Part.Text(answer))));
    }
    return block;
  }

  private static List<Turn> withEnding(Run run, List<Turn> block) {
    var why =
        switch (run.state()) {
          case State.Failed(var _, var reason, var message) -> reason.word() + ": " + message;
          case State.Stopped(var _, var reason) -> "stopped: " + reason;
          case State.Completed _, State.Ready _, State.Queued _, State.Running _, State.Waiting _ ->
              "";
        };
    if (why.isEmpty()) {
      return block;
    }
    var ended = new ArrayList<>(block);
    ended.add(new Turn.Asked("[This message was not answered to the end. %s]".formatted(why)));
    return ended;
  }

  private static long length(List<Turn> block) {
    return block.stream()
        .mapToInt(
            turn ->
                switch (turn) {
                  case Turn.Asked(var text) -> text.length();
                  case Turn.Answered(var parts) -> parts.toString().length();
                  case Turn.Results(var results) -> results.toString().length();
                })
        .sum();
  }
}
