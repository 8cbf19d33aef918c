import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.sdk.Agent;

/// The tool that all servers of the benchmarks have, as an agent in one file.
class Echo {
  record Input(
      @Description("What to say.") @Limits(maxLength = 1000) String text,
      @Description("How often to say it.") @Limits(min = 1, max = 10) int times) {}

  record Output(String text, int length) {}

  static void main(String... args) {
    Agent.named("repeater")
        .describedAs("Says it again.")
        .servesMcp()
        .tool(
            "echo",
            "Says it again.",
            Input.class,
            (input, _) -> {
              var said = input.text().repeat(input.times());
              return new Output(said, said.length());
            })
        .run(args);
  }
}
