package dev.retinue.bench.peer;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Agents on LangChain4j, as its guide makes them. They keep nothing.
final class LangChainThinker implements Thinker {
  private final String address;
  private final Map<String, OpenAiStreamingChatModel> models = new ConcurrentHashMap<>();
  private final Map<String, Assistant> assistants = new ConcurrentHashMap<>();

  LangChainThinker(String address) {
    this.address = address;
  }

  interface Assistant {
    @SystemMessage("You are an agent. Work on your contract until it is fulfilled.")
    TokenStream work(String contract);
  }

  static final class Tools {
    @Tool("Looks at a place.")
    String look(@P("The place to look at, by its name.") String place) {
      return "All is well at %s.".formatted(place);
    }
  }

  interface Companion {
    @SystemMessage("You are an agent. Answer what you are asked.")
    TokenStream answer(String message);
  }

  @Override
  public Conversation converse() {
    var companion =
        AiServices.builder(Companion.class)
            .streamingChatModel(model("turns-0"))
            .chatMemory(MessageWindowChatMemory.withMaxMessages(1000))
            .tools(new Tools())
            .build();
    return text -> {
      var done = new CompletableFuture<Void>();
      companion
          .answer(text)
          .onPartialResponse(_ -> {})
          .onCompleteResponse(_ -> done.complete(null))
          .onError(done::completeExceptionally)
          .start();
      done.get();
    };
  }

  @Override
  public Thought think(String model) throws Exception {
    var said = new StringBuffer();
    var tools = new AtomicInteger();
    var done = new CompletableFuture<Void>();
    assistants
        .computeIfAbsent(model, this::assistant)
        .work("Look at all shelves.")
        .onPartialResponse(said::append)
        .onToolExecuted(_ -> tools.incrementAndGet())
        .onCompleteResponse(_ -> done.complete(null))
        .onError(done::completeExceptionally)
        .start();
    done.get();
    return new Thought("", said.toString(), tools.get() + 1);
  }

  private Assistant assistant(String model) {
    return AiServices.builder(Assistant.class)
        .streamingChatModel(model(model))
        .tools(new Tools())
        .build();
  }

  private OpenAiStreamingChatModel model(String name) {
    return models.computeIfAbsent(
        name,
        it ->
            OpenAiStreamingChatModel.builder()
                .baseUrl(address + "/v1")
                .apiKey("none")
                .modelName(it)
                .build());
  }
}
