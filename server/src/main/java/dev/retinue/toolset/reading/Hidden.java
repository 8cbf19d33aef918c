package dev.retinue.toolset.reading;

/// Characters that nobody sees and somebody obeys.
public final class Hidden {
  private Hidden() {}

  /// What turns the direction of writing, and letters that only machines see.
  public static boolean turnsOrHides(int character) {
    return character == 0x061C
        || character == 0x200E
        || character == 0x200F
        || (character >= 0x202A && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069)
        || (character >= 0xE0000 && character <= 0xE007F);
  }
}
