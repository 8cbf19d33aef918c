package dev.retinue.bench;

import java.util.List;

/// What stands after the name of the benchmark on the command line.
record Options(Rounds rounds, boolean check) {
  static Options parse(String[] args, Rounds usual) {
    var options = new Options(usual, false);
    var rest = List.of(args).iterator();
    while (rest.hasNext()) {
      var arg = rest.next();
      options =
          switch (arg) {
            case "--check" -> new Options(options.rounds, true);
            case "--rounds" ->
                new Options(
                    usual.withCounted(number(rest.hasNext() ? rest.next() : "")), options.check);
            default -> throw new IllegalArgumentException("there is no option '" + arg + "'");
          };
    }
    return options;
  }

  private static int number(String text) {
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException("--rounds needs a number from 1, not '" + text + "'");
    }
    return Integer.parseInt(text);
  }
}
