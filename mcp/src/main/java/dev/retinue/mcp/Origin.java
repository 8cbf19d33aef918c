package dev.retinue.mcp;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// The call behind a task, with all that is needed to take it up again after a restart.
///
/// @param version of the tool, as it was called
/// @param meta what the client said of itself and of the request
/// @param memory what has come of the call so far
public record Origin(
    String callerId,
    String tool,
    int version,
    ObjectNode arguments,
    ObjectNode meta,
    Memory memory) {

  /// What a call must neither ask nor begin a second time.
  ///
  /// @param answers what the client has answered, by the keys of the questions
  /// @param handles of what was begun, by the keys of `remember`
  public record Memory(Map<String, ObjectNode> answers, Map<String, String> handles) {
    public Memory {
      answers = Map.copyOf(answers);
      handles = Map.copyOf(handles);
    }

    Memory answered(Map<String, ObjectNode> more) {
      var all = new LinkedHashMap<>(answers);
      all.putAll(more);
      return new Memory(all, handles);
    }

    Memory begun(String key, String handle) {
      var all = new LinkedHashMap<>(handles);
      all.put(key, handle);
      return new Memory(answers, all);
    }
  }

  Origin with(Memory now) {
    return new Origin(callerId, tool, version, arguments, meta, now);
  }
}
