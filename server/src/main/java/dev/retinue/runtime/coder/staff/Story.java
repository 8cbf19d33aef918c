package dev.retinue.runtime.coder.staff;

import dev.retinue.runtime.coder.Contacts;
import dev.retinue.runtime.coder.client.AppClient.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What became of something that was said to an agent, among all that others say to it.
///
/// @param heard whether it is in the conversation
/// @param answers what the agent said to it, the last of which may still grow
/// @param over whether somebody else has said something since
record Story(boolean heard, List<String> answers, boolean over) {
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Story UNHEARD = new Story(false, List.of(), false);

  Story {
    answers = List.copyOf(answers);
  }

  /// @param from how many messages there were before
  /// @param words what was said
  static Story of(List<Message> messages, int from, String words) {
    var wanted = squeezed(Contacts.plain(words));
    for (int i = from; i < messages.size(); i++) {
      if (messages.get(i).input() && squeezed(messages.get(i).text()).equals(wanted)) {
        return after(messages, i + 1, true);
      }
    }
    return UNHEARD;
  }

  /// Of the only thing that anybody has said since.
  static Story ofOnly(List<Message> messages, int from) {
    for (int i = from; i < messages.size(); i++) {
      if (messages.get(i).input()) {
        return after(messages, i + 1, true);
      }
    }
    return UNHEARD;
  }

  /// Of what an agent was told when it was made: its conversation need not have that in it.
  static Story ofFirst(List<Message> messages, String words) {
    var told = of(messages, 0, words);
    return told.heard ? told : after(messages, 0, false);
  }

  private static Story after(List<Message> messages, int from, boolean heard) {
    var answers = new ArrayList<String>();
    for (var message : messages.subList(from, messages.size())) {
      if (message.input()) {
        return new Story(heard, answers, true);
      }
      if (!message.text().isBlank()) {
        answers.add(message.text());
      }
    }
    return new Story(heard, answers, false);
  }

  /// The last word; empty if there is none.
  String last() {
    return answers.isEmpty() ? "" : answers.getLast();
  }

  /// What a terminal wraps is still the same.
  private static String squeezed(String text) {
    return BLANKS.matcher(text).replaceAll(" ").strip();
  }
}
