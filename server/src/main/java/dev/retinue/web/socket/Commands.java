package dev.retinue.web.socket;

import dev.retinue.core.Caller;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.toolset.lifecycle.Words;
import dev.retinue.web.api.Api;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What a client may say to one agent, and what it hears at once. What then happens it hears as it
/// happens.
final class Commands {
  private final Api.Desk desk;
  private final Staff staff;
  private final Caller caller;
  private final RunId run;

  Commands(Api.Desk desk, Caller caller, RunId run) {
    this.desk = desk;
    this.staff = desk.staff();
    this.caller = caller;
    this.run = run;
  }

  Optional<ObjectNode> obey(ObjectNode said) {
    var type = Json.text(said, "type");
    return switch (type == null ? "" : type) {
      case "set_contract" -> Optional.of(define(said));
      case "start" -> start();
      case "stop" -> Optional.of(stop());
      case "restart" -> Optional.of(restart());
      default ->
          Optional.of(
              ClientSocket.error(
                  "'type' is '%s'; it must be one of set_contract, start, stop, restart."
                      .formatted(Excerpt.of(String.valueOf(type)))));
    };
  }

  private ObjectNode define(ObjectNode said) {
    var contract = Json.text(said, "contract");
    if (contract == null) {
      return ClientSocket.error("'contract' is missing; it must be a text.");
    }
    staff.define(caller, run, contract);
    return ClientSocket.message("contract_set").put("contract", contract);
  }

  private Optional<ObjectNode> start() {
    if (!(staff.require(caller, run).state() instanceof State.Ready)) {
      return Optional.of(ClientSocket.error("Agent not in ready state"));
    }
    if (desk.register().work(caller, run).isEmpty()) {
      return Optional.of(ClientSocket.error("Contract is empty"));
    }
    staff.queue(caller, run);
    return Optional.empty();
  }

  private ObjectNode stop() {
    var stopped = staff.stop(caller, run, "stopped by its caller");
    return ClientSocket.message("stop_requested").put("status", Words.status(stopped.state()));
  }

  /// The old run stays as it is, and so does this socket: the new one has its own.
  private ObjectNode restart() {
    var again = staff.restart(caller, run);
    return ClientSocket.message("status")
        .put("content", Words.status(again.state()))
        .put("id", again.id().text())
        .put("restart_of", run.text());
  }
}
