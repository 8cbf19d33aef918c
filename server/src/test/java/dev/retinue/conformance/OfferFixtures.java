package dev.retinue.conformance;

import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.model.Completion;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import java.util.List;

/// Resources and prompts.
final class OfferFixtures {
  private OfferFixtures() {}

  static void addTo(McpServer server) {
    server
        .add(
            resource(
                "test://static-text",
                "text/plain",
                ResourceContents.text(
                    "test://static-text",
                    "text/plain",
                    "This is the content of the static text resource.")))
        .add(
            resource(
                "test://static-binary",
                "image/png",
                ResourceContents.bytes("test://static-binary", "image/png", Fixtures.PNG)))
        .add(
            resource(
                "test://watched-resource",
                "text/plain",
                ResourceContents.text("test://watched-resource", "text/plain", "watched")))
        .add(
            new Offer.Template(
                TemplateInfo.of(
                    "test://template/{id}/data", "template", "By id.", "application/json"),
                (uri, values, _) ->
                    List.of(
                        ResourceContents.text(
                            uri,
                            "application/json",
                            "{\"id\":\"%1$s\",\"templateTest\":true,\"data\":\"Data for ID: %1$s\"}"
                                .formatted(values.get("id")))),
                Offer.Completer.NONE));
    addPrompts(server);
  }

  private static void addPrompts(McpServer server) {
    server
        .add(
            prompt(
                PromptInfo.of("test_simple_prompt", "Simple."),
                (_, _) -> PromptResult.of(user("This is a simple prompt for testing."))))
        .add(
            new Offer.Prompt(
                PromptInfo.of(
                    "test_prompt_with_arguments",
                    "With arguments.",
                    new PromptInfo.Argument("arg1", "First test argument", true),
                    new PromptInfo.Argument("arg2", "Second test argument", true)),
                (arguments, _) ->
                    PromptResult.of(
                        user(
                            "Prompt with arguments: arg1='%s', arg2='%s'"
                                .formatted(arguments.get("arg1"), arguments.get("arg2")))),
                (_, typed) ->
                    Completion.of(
                        List.of("paris", "park", "party").stream()
                            .filter(value -> value.startsWith(typed))
                            .toList())))
        .add(
            prompt(
                PromptInfo.of(
                    "test_prompt_with_embedded_resource",
                    "With a resource.",
                    new PromptInfo.Argument("resourceUri", "What to embed", true)),
                (arguments, _) ->
                    PromptResult.of(
                        PromptResult.user(
                            Content.embedded(
                                ResourceContents.text(
                                    String.valueOf(arguments.get("resourceUri")),
                                    "text/plain",
                                    "Embedded resource content for testing."))),
                        user("Please process the embedded resource above."))))
        .add(
            prompt(
                PromptInfo.of("test_prompt_with_image", "With an image."),
                (_, _) ->
                    PromptResult.of(
                        PromptResult.user(Content.image(Fixtures.PNG, "image/png")),
                        user("Please analyze the image above."))))
        .add(
            prompt(
                PromptInfo.of("test_input_required_result_prompt", "Asks first."),
                (_, call) -> {
                  var answer =
                      call.ask(
                          "user_context",
                          InputFixtures.elicit(
                              "What context should the prompt use?", "context", "string"));
                  return PromptResult.of(
                      user("Context: " + answer.path("content").path("context").asString("")));
                }));
  }

  private static Offer.Prompt prompt(PromptInfo info, Offer.Writer writer) {
    return new Offer.Prompt(info, writer, Offer.Completer.NONE);
  }

  private static PromptResult.Line user(String text) {
    return PromptResult.user(Content.text(text));
  }

  private static Offer.Resource resource(String uri, String mimeType, ResourceContents contents) {
    return new Offer.Resource(
        ResourceInfo.of(uri, uri.replace("test://", ""), "A fixture.", mimeType),
        _ -> List.of(contents));
  }
}
