package dev.retinue.config.yaml;

import dev.retinue.core.RetinueException;
import java.util.List;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/// Says for people what the parser says for those who know the grammar of YAML.
///
/// @param sign what the parser's words contain
/// @param where which end of the broken thing to point at
/// @param sentence what it usually means; `%d` is the line in which the parser gave up
record SyntaxMistake(String sign, Where where, String sentence) {
  private static final String INDENTATION =
      "this does not fit what stands above; indent alike what belongs together.";

  private static final List<SyntaxMistake> USUAL =
      List.of(
          new SyntaxMistake("(TAB)", Where.END, "a tab cannot stand here; indent with spaces."),
          new SyntaxMistake(
              "cannot start any token",
              Where.END,
              "text cannot begin with this character; put the text in quotes."),
          new SyntaxMistake(
              "mapping values are not allowed",
              Where.END,
              "a ':' cannot stand here; check the indentation, or put text with ':' in quotes."),
          new SyntaxMistake(
              "could not find expected ':'",
              Where.BEGIN,
              "this word has no ':' after it; write 'key: value'."),
          new SyntaxMistake(
              "while scanning a quoted scalar",
              Where.BEGIN,
              "these quotes are not closed; close them."),
          new SyntaxMistake(
              "unknown escape character",
              Where.END,
              "a backslash in double quotes must be doubled; use single quotes to keep it."),
          new SyntaxMistake(
              "while parsing a flow sequence",
              Where.BEGIN,
              "this '[' is not closed; in line %d a ',' or ']' is missing."),
          new SyntaxMistake(
              "while parsing a flow mapping",
              Where.BEGIN,
              "this '{' is not closed; in line %d a ',' or '}' is missing."),
          new SyntaxMistake(
              "sequence entries are not allowed",
              Where.END,
              "a list of '-' begins on a line of its own; move it to the next one."),
          new SyntaxMistake(
              "while scanning an a", // an anchor, an alias
              Where.BEGIN,
              "text that begins with '&' or '*' needs quotes."),
          new SyntaxMistake(
              "expected the node content",
              Where.END,
              "a value is missing before this; add it, or close the bracket."),
          new SyntaxMistake("expected <block end>", Where.END, INDENTATION),
          new SyntaxMistake("expected '<document start>'", Where.END, INDENTATION));

  private enum Where {
    BEGIN,
    END
  }

  static RetinueException of(MarkedYamlEngineException e, Mistakes mistakes) {
    var words = e.getProblem() + " " + e.getContext();
    var begin = Position.of(e.getContextMark().or(e::getProblemMark));
    var end = Position.of(e.getProblemMark().or(e::getContextMark));
    return USUAL.stream()
        .filter(usual -> words.contains(usual.sign))
        .findFirst()
        .map(
            usual ->
                mistakes.last(
                    usual.where == Where.BEGIN ? begin : end, usual.sentence.formatted(end.line())))
        .orElseGet(
            () ->
                mistakes.last(
                    end, "this is not YAML: %s.".formatted(Quoted.shortened(e.getProblem()))));
  }
}
