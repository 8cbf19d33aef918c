/// Google Gemini.
@NullMarked
package dev.retinue.llm.gemini;

import org.jspecify.annotations.NullMarked;
