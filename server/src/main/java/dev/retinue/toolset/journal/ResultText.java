package dev.retinue.toolset.journal;

import dev.retinue.core.Blob;
import dev.retinue.core.Caller;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Trouble;
import dev.retinue.toolset.lifecycle.Words;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a run answered: its result, or what it has said where there is none.
final class ResultText {
  private static final int LATEST = 500;
  private static final int MOST_KEPT = 32;

  /// What a journal shows of one text at most. Longer ones are read by those who ask, and not kept.
  static final int LONGEST_KEPT = 50_000;

  // What is kept in a row is cut there, with a sign at its end.
  private static final int CUT = 32_000;
  private static final String CUT_SIGN = "…";

  private final Register register;
  // Large results are read once, and not with every change beside them.
  private final Map<Read, Clipped> recent = new LinkedHashMap<>(16, 0.75f, true);

  private record Read(Blob blob, int most) {}

  ResultText(Register register) {
    this.register = register;
  }

  /// As much of it as is wanted; nothing if it has not said a word.
  Optional<Clipped> of(Caller caller, Run run, int most) {
    var summary = Optional.ofNullable(Words.summary(run)).orElse("");
    var payload = run.dossier().payload();
    if (payload != null && run.ended()) {
      return Optional.of(joined(summary, read(payload, most), most));
    }
    if (!summary.isEmpty()) {
      return Optional.of(Clipped.of(whole(caller, run, summary), most));
    }
    var said = said(caller, run);
    if (!said.isEmpty()) {
      return Optional.of(Clipped.of(said, most));
    }
    var printed = run.dossier().output();
    return printed == null ? Optional.empty() : Optional.of(read(printed, most));
  }

  /// A result that only says the summary once more, and all of it, stands for both.
  private static Clipped joined(String summary, Clipped payload, int most) {
    var begun = summary.endsWith(CUT_SIGN) ? summary.substring(0, summary.length() - 1) : summary;
    if (payload.beginning().startsWith(begun.substring(0, Math.min(begun.length(), most / 2)))) {
      return payload;
    }
    return new Clipped(
            summary + "\n\n" + payload.beginning(),
            payload.end(),
            summary.length() + 2 + payload.characters())
        .to(most);
  }

  /// What was too long for the row of its run is among its events.
  private String whole(Caller caller, Run run, String summary) {
    if (summary.length() < CUT || !summary.endsWith(CUT_SIGN)) {
      return summary;
    }
    var begun = summary.substring(0, summary.length() - 1);
    for (var recorded : register.latest(caller, run.id(), LATEST).reversed()) {
      if (recorded.event() instanceof RunEvent.Said(var _, var text) && text.startsWith(begun)) {
        return text;
      }
    }
    return summary;
  }

  private String said(Caller caller, Run run) {
    return register.latest(caller, run.id(), LATEST).stream()
        .map(recorded -> recorded.event() instanceof RunEvent.Said(var _, var text) ? text : "")
        .filter(text -> !text.isBlank())
        .collect(Collectors.joining("\n\n"));
  }

  private Clipped read(Blob blob, int most) {
    if (most > LONGEST_KEPT) {
      return readNow(blob, most);
    }
    var key = new Read(blob, most);
    synchronized (recent) {
      var known = recent.get(key);
      if (known != null) {
        return known;
      }
    }
    var text = readNow(blob, most);
    synchronized (recent) {
      recent.put(key, text);
      if (recent.size() > MOST_KEPT) {
        recent.remove(recent.keySet().iterator().next());
      }
    }
    return text;
  }

  private Clipped readNow(Blob blob, int most) {
    var decoder = StandardCharsets.UTF_8.newDecoder();
    try (var reader = new InputStreamReader(register.read(blob), decoder)) {
      return Clipped.of(reader, most);
    } catch (CharacterCodingException e) {
      return note("[%s bytes that are not text]".formatted(Clipped.count(blob.bytes())));
    } catch (IOException | RetinueException e) {
      Trouble.note("a result could not be read for the journal", e);
      return note("[it cannot be read]");
    }
  }

  private static Clipped note(String text) {
    return Clipped.of(text, text.length());
  }
}
