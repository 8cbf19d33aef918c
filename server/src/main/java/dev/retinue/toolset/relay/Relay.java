package dev.retinue.toolset.relay;

import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.toolset.Refusals;
import dev.retinue.toolset.Toolset;
import dev.retinue.toolset.Toolsets;
import java.util.List;
import java.util.stream.Stream;

/// The tools of this toolset.
public final class Relay {
  /// What they are, for those who only show them.
  public static final List<Class<? extends Tool<?, ?>>> TYPES =
      List.of(ListPending.class, Answer.class);

  /// How a model should use them.
  public static final String INSTRUCTIONS =
      "list_pending says what agents wait for, and answer gives it to them: ask the person before you give a"
          + " permission.";

  private Relay() {}

  public static Toolset toolset(Staff staff, Register register) {
    return new Toolset(Toolsets.RELAY, INSTRUCTIONS, tools(staff, register));
  }

  public static List<ToolEntry> tools(Staff staff, Register register) {
    return Stream.of(new ListPending(register), new Answer(staff)).map(Refusals::answered).toList();
  }
}
