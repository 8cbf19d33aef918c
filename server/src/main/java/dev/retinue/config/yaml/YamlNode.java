package dev.retinue.config.yaml;

import java.util.List;
import java.util.regex.Pattern;

/// A value of a YAML file, with the place where it stands.
public sealed interface YamlNode {
  Position at();

  /// How many values it is with all that it holds, each as often as it is held.
  int size();

  /// What it is, as a sentence says it: "the number 3", "a list".
  String found();

  /// A single value.
  ///
  /// @param plain whether it is written without quotes, so that `3` is a number and no text
  record Scalar(Position at, String text, boolean plain) implements YamlNode {
    private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern TRUTH = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern NUMBER =
        Pattern.compile(
            "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+"
                + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
    private static final int LONGEST_NUMBER = 400;

    public boolean isNothing() {
      return plain && NOTHING.matcher(text).matches();
    }

    public boolean isTruth() {
      return plain && TRUTH.matcher(text).matches();
    }

    public boolean isNumber() {
      return plain && text.length() <= LONGEST_NUMBER && NUMBER.matcher(text).matches();
    }

    public boolean isText() {
      return !isNothing() && !isTruth() && !isNumber();
    }

    public Scalar withoutQuotes() {
      return new Scalar(at, text, true);
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public String found() {
      if (isNothing()) {
        return "empty";
      }
      if (isTruth()) {
        return text;
      }
      return "the %s %s".formatted(isNumber() ? "number" : "text", shown());
    }

    private String shown() {
      return isNumber() ? Quoted.shortened(text) : Quoted.of(text);
    }
  }

  /// A list.
  record Sequence(Position at, List<YamlNode> items, int size) implements YamlNode {
    @Override
    public String found() {
      return "a list";
    }
  }

  /// Keys and their values, in the order of the file, no key twice.
  record Mapping(Position at, List<Entry> entries, int size) implements YamlNode {
    @Override
    public String found() {
      return "a section with keys";
    }
  }

  /// A key and its value.
  record Entry(Scalar key, YamlNode value) {}
}
