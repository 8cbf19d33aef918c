package dev.retinue.toolset.lifecycle;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Offer;
import dev.retinue.mcp.model.ResourceContents;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.reading.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What agents leave behind, as resources: the whole of it, where a tool shows a part.
public final class RunResources {
  private static final String AGENT = "agent_id";
  private static final String PART = "part";
  private static final String TEXT = "text/plain";
  private static final int LARGEST = 4 << 20;

  private final Staff staff;

  private RunResources(Staff staff) {
    this.staff = staff;
  }

  public static List<Offer> offers(Staff staff) {
    var resources = new RunResources(staff);
    return List.of(new Offer.Template(info(), resources::read, Offer.Completer.NONE));
  }

  /// For those who only show them.
  public static Offer shown() {
    return new Offer.Template(
        info(),
        (_, _, _) -> {
          throw new IllegalStateException("resources come from the daemon");
        },
        Offer.Completer.NONE);
  }

  private static TemplateInfo info() {
    return TemplateInfo.of(
        Reading.address("{%s}".formatted(AGENT), "{%s}".formatted(PART)),
        "agent",
        "The whole summary, error or payload of an agent.",
        TEXT);
  }

  private List<ResourceContents> read(String uri, Map<String, String> values, Call call)
      throws IOException {
    try {
      var run = staff.require(Principal.of(call), RunId.of(values.getOrDefault(AGENT, "")));
      staff.audit().read(Principal.of(call), run);
      return List.of(contents(uri, run, values.getOrDefault(PART, "")));
    } catch (RetinueException e) {
      throw RpcException.invalidParams(String.valueOf(e.getMessage()));
    }
  }

  private ResourceContents contents(String uri, Run run, String part) throws IOException {
    return switch (part) {
      case "summary" -> text(uri, run, part, summary(run));
      case "error" -> text(uri, run, part, Words.error(run));
      case "payload" -> payload(uri, run);
      default -> throw missing(run, part);
    };
  }

  /// Of one that was not done, the last that was heard of it stands there.
  private static @Nullable String summary(Run run) {
    var summary = Words.summary(run);
    boolean undone = run.state() instanceof State.Failed || run.state() instanceof State.Stopped;
    return summary == null && undone ? run.dossier().recentOutput() : summary;
  }

  private static ResourceContents text(String uri, Run run, String part, @Nullable String text) {
    if (text == null) {
      throw missing(run, part);
    }
    return ResourceContents.text(uri, TEXT, text);
  }

  private ResourceContents payload(String uri, Run run) throws IOException {
    var payload = run.dossier().payload();
    if (payload == null) {
      throw missing(run, "payload");
    }
    if (payload.bytes() > LARGEST) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The payload of agent '%s' has %d bytes, and a resource may have %d; fetch its payload_url."
              .formatted(run.id(), payload.bytes(), LARGEST));
    }
    try (var stream = staff.register().read(payload)) {
      var bytes = stream.readAllBytes();
      try {
        var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        return ResourceContents.text(uri, TEXT, text);
      } catch (CharacterCodingException e) {
        return ResourceContents.bytes(uri, "application/octet-stream", bytes);
      }
    }
  }

  private static RetinueException missing(Run run, String part) {
    return new RetinueException(
        ErrorCode.NOT_FOUND,
        "Agent '%s' has no %s; there is at most summary, error and payload."
            .formatted(run.id(), Excerpt.of(part)));
  }
}
