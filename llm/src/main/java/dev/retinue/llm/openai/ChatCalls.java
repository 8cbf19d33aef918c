package dev.retinue.llm.openai;

import dev.retinue.llm.wire.Growing;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Tells the calls of an answer apart. OpenAI numbers them and names each once; others give all of
/// them the number 0, or no number, or no id, or the whole input at once, or as an object.
final class ChatCalls {
  private final Growing growing;
  private final Map<Object, Integer> known = new HashMap<>();
  private int count;

  ChatCalls(Growing growing) {
    this.growing = growing;
  }

  /// One call, or more of one.
  void more(JsonNode call) {
    var id = call.path("id").asString("");
    var function = call.path("function");
    var name = function.path("name").asString("");
    int number = number(call.path("index"), id, name);
    growing.call(number, id, name);
    var input = function.path("arguments");
    growing.input(number, input.isObject() ? input.toString() : input.asString(""));
  }

  private int number(JsonNode index, String id, String name) {
    Object key = index.isNumber() ? (Object) index.asInt() : id;
    var last = index.isNumber() || !id.isEmpty() ? known.get(key) : lastUnless(name);
    if (last == null || begins(last, id, name)) {
      known.put(key, ++count);
      return count;
    }
    return last;
  }

  /// Without number and id, a name begins a new one.
  private @Nullable Integer lastUnless(String name) {
    return count == 0 || !name.isEmpty() ? null : Integer.valueOf(count);
  }

  private boolean begins(int last, String id, String name) {
    var former = growing.idOf(last);
    if (!id.isEmpty()) {
      return !former.isEmpty() && !former.equals(id);
    }
    return !name.isEmpty() && growing.hasWholeInput(last);
  }
}
