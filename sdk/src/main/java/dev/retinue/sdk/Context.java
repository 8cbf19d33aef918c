package dev.retinue.sdk;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an agent knows of its task, and can do meanwhile.
public interface Context {
  /// What it is given to work on; empty where it is given nothing.
  String input();

  /// The value of an option, or its fallback; empty where there is neither.
  String option(String name);

  /// Whether an option of yes or no was given.
  boolean flag(String name);

  /// The value of a whole number; its fallback, or 0.
  long integer(String name);

  /// All values of an option that may be given several times.
  List<String> list(String name);

  /// All options in the record that the agent [takes][Agent#takes].
  <T extends Record> T options(Class<T> type);

  /// A variable that the agent has declared.
  Optional<String> env(String name);

  /// Tells whoever waits how far it is: a line of standard error, or a notification.
  void progress(String message);

  void progress(double done, double total, String message);

  /// Says something that belongs to the answer and is no failure.
  void warn(String sentence);

  /// Asks whoever called, and waits for the answer: at the terminal, or through the client. In the
  /// newest protocol the work then runs again from its beginning and gets the same answer here, so
  /// ask before you do something that lasts.
  ///
  /// @throws AgentException where nobody can be asked
  String ask(String question);

  /// Asks for a yes or no. `--yes` says yes.
  boolean confirm(String question);

  /// How long it may still work.
  Duration remaining();

  /// Under which name all calls of one errand are kept together.
  String sessionId();

  /// How many agents stand above this one.
  int depth();

  /// Keeps something for later, and for others.
  Path writeContext(Note note);

  List<Found> searchContext(Query query);

  void updateContext(Path note, String body, String whatChanged);

  /// Lets another agent work: an executable by its path, or by its name on the PATH, or a Java
  /// file. It has the time that is left, an environment without secrets, and knows who stands above
  /// it.
  ///
  /// @throws AgentException if it fails
  Answer invoke(String agent, String input);

  /// The same with options.
  Answer invoke(String agent, String input, Map<String, String> options);

  /// The model that the configuration names.
  Mind llm();

  /// A model by its name, `provider/model`, or `staff/name` for somebody who works for the Retinue
  /// that runs here.
  Mind llm(String model);

  /// Where a service of the agent is, as a URL.
  String service(String name);
}
