package dev.retinue.cli;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What a demonstration shows: who does what, what the demo says when it is asked, and what to do
/// next.
record DemoPlay(List<Part> parts, String answer, String next) {
  private static final Duration TO_THINK = Duration.ofMillis(1200);
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /// Who does what.
  record Part(String agent, String contract) {}

  /// Three who play scripts, on the usual staff.
  static final DemoPlay SCRIPTS =
      new DemoPlay(
          List.of(
              new Part("researcher", "the history of tea"),
              new Part("builder", "a shop for tea"),
              new Part("reviewer", "the change that sends invoices")),
          "Yes, call it 'invoices'.",
          """

          That was Retinue with a staff that plays scripts; dollars with a * are invented. What to do next:
            retinue top -a                   see what has just happened, in this terminal
            retinue run "your own contract"  give an agent something to do
            retinue connect                  connect Claude Code, Codex or another MCP client
            retinue doctor                   see which keys and programs are here""");

  /// Two whose model plays a script: the loop, its tools and its troubles are real.
  static final DemoPlay THOUGHTS =
      new DemoPlay(
          List.of(
              new Part("poet", "write a haiku about tea\n" + written()),
              new Part("host", "plan a small tea party\n" + planned())),
          "Twelve, and two of them drink no milk.",
          """

          That was the loop of the runtime 'llm': the turns, the tools, the pause after 'too many requests' and the question were
          real. Only the model was not: it played a script on this machine, and its price is invented. What to do next:
            ANTHROPIC_API_KEY=… retinue run "your own contract"   the agent 'assistant' thinks with a model of yours
            retinue agents                                        see which models and programs are here""");

  private static String written() {
    return ScriptedLlm.script(
        Turn.tool(
                "agent_complete",
                Map.of(
                    "summary",
                    "A haiku about tea, counted twice.",
                    "payload",
                    "Steam above the cup\nthe agent waits, so do I\nnobody is lost"))
            .reasoning("Five syllables, then seven, then five. I begin with the steam.")
            .usage(1_900, 140)
            .delayed(TO_THINK)
            .failing(429)
            .saying("rate_limit_error", "Too many requests.")
            .retryAfter(PAUSE)
            .times(1));
  }

  private static String planned() {
    return ScriptedLlm.script(
        Turn.tool("ask_caller", Map.of("question", "How many guests will come?"))
            .reasoning("A party depends on its guests, and only my caller knows them.")
            .usage(1_400, 55)
            .delayed(TO_THINK),
        Turn.tool(
                "agent_complete",
                Map.of(
                    "summary",
                    "You said: {{tool_result}} So: two pots of Assam, a pot of green tea, forty sandwiches."))
            .reasoning("Then half a litre each, and one pot that needs no milk.")
            .usage(1_600, 190)
            .delayed(TO_THINK));
  }

  /// A house for it: the model is where this says, and costs what nobody charges.
  static String household(ScriptedLlm llm) {
    return """
    hire-programs: false
    providers:
      scripted: {api: anthropic, base-url: '%s'}
    prices:
      scripted/invented-price: {input: 3, output: 15}
    staff:
      poet: {description: Writes small things., runtime: llm, model: scripted/invented-price}
      host: {description: Plans parties., runtime: llm, model: scripted/invented-price}
    """
        .formatted(llm.url());
  }
}
