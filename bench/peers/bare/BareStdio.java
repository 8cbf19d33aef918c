package dev.retinue.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;

/// Answers every line with the same line: the least that a program on the JVM does.
final class BareStdio {
  private static final String ANSWER =
      "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"filler\":\"%s\"}}".formatted("x".repeat(450));

  private BareStdio() {}

  static void main(String[] args) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in));
    var out = new PrintStream(System.out, true);
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      out.println(ANSWER);
    }
  }
}
