package dev.retinue.web.api;

import dev.retinue.core.staff.Seats;
import dev.retinue.core.template.Template;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.Description;
import dev.retinue.toolset.LeftOut;
import dev.retinue.toolset.lifecycle.Words;
import dev.retinue.toolset.spawner.template.TemplateDesk;
import dev.retinue.web.api.Operation.About;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Pieces of work that are asked for again and again: which there are, and a run of one.
final class TemplateOperations {
  private final TemplateDesk desk;
  private final Seats seats;

  record Shelf(
      List<Row> templates,
      @Description("What is wrong with files of templates. Only the owner sees it.")
          List<LeftOut> leftOut) {}

  record Row(
      String name,
      String title,
      String description,
      @Description("Who is preferred, in this order.") List<String> agents,
      @Description("Whether it comes with Retinue.") boolean bundled,
      @Description("Where it is written. Only the owner sees it.") @Nullable String file,
      @Description("The JSON Schema of what it is given.") ObjectNode input) {}

  TemplateOperations(TemplateDesk desk, Seats seats) {
    this.desk = desk;
    this.seats = seats;
  }

  List<Operation> all() {
    return List.of(
        Operation.json(
            "GET",
            "/api/templates",
            About.answering("Which templates there are.", Shelf.class),
            this::list),
        Operation.json(
            "POST",
            "/api/templates/{name}",
            About.answering(
                "Has the work of a template begun; the body has its arguments, as its 'input' says.",
                Answers.Begun.class),
            this::start));
  }

  private Shelf list(ApiCall call) {
    boolean all = call.caller().seesAll();
    var shelf = desk.shelf();
    return new Shelf(
        shelf.templates().stream().map(it -> row(it, all)).toList(),
        all ? LeftOut.of(shelf.troubles()) : List.of());
  }

  private static Row row(Template template, boolean all) {
    var source = template.source();
    return new Row(
        template.name(),
        template.title(),
        template.description(),
        template.terms().agents(),
        source.isBundled(),
        all && !source.isBundled() ? source.place() : null,
        TemplateDesk.input(template));
  }

  private Answers.Begun start(ApiCall call) {
    var arguments = BodyReader.find(call.visit()).orElseGet(Json::object);
    var run =
        desk.start(
            call.seated(seats),
            call.visit().name("name"),
            arguments,
            call.visit().header("Idempotency-Key"));
    return new Answers.Begun(
        run.id().text(),
        Words.status(run.state()),
        run.commission().agent().name(),
        Words.startedAt(run),
        null);
  }
}
