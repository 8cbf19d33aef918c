package dev.retinue.runtime.llm.tool;

import dev.retinue.core.port.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Several boxes as one.
record Boxes(List<Toolbox> all) implements Toolbox {
  @Override
  public void prepare(Work work) throws InterruptedException {
    for (var box : all) {
      box.prepare(work);
    }
  }

  @Override
  public Lent lend(Work work) throws InterruptedException {
    var lent = new ArrayList<Lent>();
    try {
      for (var box : all) {
        lent.add(box.lend(work));
      }
    } catch (InterruptedException | RuntimeException e) {
      lent.forEach(Lent::close);
      throw e;
    }
    return new LentByAll(lent);
  }

  /// What one run has of all of them.
  private record LentByAll(List<Lent> each) implements Lent {
    @Override
    public List<Tool> tools() {
      var tools = new LinkedHashMap<String, Tool>();
      for (var lent : each) {
        lent.tools().forEach(tool -> tools.putIfAbsent(tool.spec().name(), tool));
      }
      return List.copyOf(tools.values());
    }

    @Override
    public void close() {
      each.forEach(Lent::close);
    }
  }
}
