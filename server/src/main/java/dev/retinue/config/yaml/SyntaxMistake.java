package dev.retinue.config.yaml;

import java.util.List;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/// Says for people what the parser says for those who know the grammar of YAML.
///
/// @param sign what the parser's words contain
/// @param sentence what it usually means; `%d` is the line in which the broken thing begins
record SyntaxMistake(String sign, String sentence) {
  private static final List<SyntaxMistake> USUAL =
      List.of(
          new SyntaxMistake("(TAB)", "a tab cannot stand here; indent with spaces."),
          new SyntaxMistake(
              "cannot start any token",
              "text cannot begin with this character; put the text in quotes."),
          new SyntaxMistake(
              "mapping values are not allowed",
              "a ':' cannot stand here; check the indentation, or put text with ':' in quotes."),
          new SyntaxMistake(
              "could not find expected ':'",
              "in line %d there is a word without a ':' after it; write 'key: value'."),
          new SyntaxMistake(
              "while scanning a quoted scalar",
              "the quotes that open in line %d are not closed; close them."),
          new SyntaxMistake(
              "unknown escape character",
              "a backslash in double quotes must be doubled; use single quotes to keep it."),
          new SyntaxMistake(
              "while parsing a flow sequence",
              "the '[' in line %d is not closed; a ',' or ']' is missing before this."),
          new SyntaxMistake(
              "while parsing a flow mapping",
              "the '{' in line %d is not closed; a ',' or '}' is missing before this."),
          new SyntaxMistake(
              "sequence entries are not allowed",
              "a list of '-' begins on a line of its own; move it to the next one."),
          new SyntaxMistake(
              "expected <block end>",
              "this does not line up with what stands above; indent what belongs together alike."),
          new SyntaxMistake(
              "expected '<document start>'",
              "this does not line up with what stands above; indent what belongs together alike."));

  static String sentence(MarkedYamlEngineException e) {
    var words = e.getProblem() + " " + e.getContext();
    int line = Position.of(e.getContextMark().or(e::getProblemMark)).line();
    return USUAL.stream()
        .filter(mistake -> words.contains(mistake.sign))
        .findFirst()
        .map(mistake -> mistake.sentence.formatted(line))
        .orElseGet(() -> "this is not YAML: %s.".formatted(Quoted.shortened(e.getProblem())));
  }
}
