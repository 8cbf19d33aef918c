/// OpenAI Responses, and Chat Completions as many speak them.
@NullMarked
package dev.retinue.llm.openai;

import org.jspecify.annotations.NullMarked;
