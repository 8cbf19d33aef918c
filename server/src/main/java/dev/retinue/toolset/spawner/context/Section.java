package dev.retinue.toolset.spawner.context;

/// A file of a project, or the part of it that an agent is told.
///
/// @param cut whether the file says more than this
record Section(String name, String text, boolean cut) {
  private static final String TRUNCATED = "[... truncated ...]";
  private static final int MOST = 32 << 10;
  // Beside its text: the heading, the fences, what says that it is cut.
  private static final int FRAME = 120;
  private static final int LEAST = 1_000;

  /// The whole of a file.
  static Section whole(String name, ProjectFolder.Text text) {
    return new Section(name, text.text().strip(), text.cut());
  }

  /// The first lines of a file.
  static Section first(String name, ProjectFolder.Text text, int lines) {
    var all = text.text().strip();
    var some = all.lines().limit(lines).toList();
    boolean more = all.lines().skip(lines).findAny().isPresent();
    return new Section(name, String.join("\n", some).strip(), more || text.cut());
  }

  /// The current iteration of a plan.
  static Section iteration(String name, ProjectFolder.Text plan) {
    var text = Iteration.current(plan.text());
    boolean toTheEnd = plan.text().strip().endsWith(text);
    return new Section(name, text, plan.cut() && (toTheEnd || text.equals(Iteration.NONE)));
  }

  Section unmentioned() {
    return new Section(name, Harmless.unmentioned(text), cut);
  }

  /// As it is written down, or nothing if there is too little room for it.
  ///
  /// @param room how many characters there may be
  String within(int room) {
    int most = Math.min(MOST, room - FRAME);
    if (text.length() > most && most < LEAST) {
      return "";
    }
    boolean shorter = text.length() > most;
    var shown = shorter ? text.substring(0, whole(most)) : text;
    var marked = shorter || cut ? shown.stripTrailing() + "\n" + TRUNCATED : shown;
    return "\n## %s\n\n%s".formatted(name, Harmless.fenced(marked));
  }

  private int whole(int position) {
    return Character.isHighSurrogate(text.charAt(position - 1)) ? position - 1 : position;
  }
}
