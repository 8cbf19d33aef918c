package dev.retinue.mcp;

import dev.retinue.mcp.model.Completion;
import dev.retinue.mcp.model.PromptInfo;
import dev.retinue.mcp.model.PromptResult;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import java.util.List;
import java.util.Map;

/// What a server offers besides tools.
public sealed interface Offer {
  /// One resource, read by its address.
  record Resource(ResourceInfo info, Reader reader) implements Offer {}

  /// A family of resources: the names in `{braces}` of its address are given to the reader.
  record Template(TemplateInfo info, TemplateReader reader, Completer completer) implements Offer {}

  /// A prompt, made of its arguments.
  record Prompt(PromptInfo info, Writer writer, Completer completer) implements Offer {}

  interface Reader {
    List<ResourceContents> read(Call call) throws Exception;
  }

  interface TemplateReader {
    List<ResourceContents> read(String uri, Map<String, String> values, Call call) throws Exception;
  }

  interface Writer {
    PromptResult write(Map<String, String> arguments, Call call) throws Exception;
  }

  /// Suggests values of an argument that begin like what was typed.
  interface Completer {
    Completer NONE = (_, _) -> Completion.of(List.of());

    Completion complete(String argument, String typed);
  }
}
