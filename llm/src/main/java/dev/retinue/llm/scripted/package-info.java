/// A model that plays a script: for demonstrations and tests, with a real HTTP server.
@NullMarked
package dev.retinue.llm.scripted;

import org.jspecify.annotations.NullMarked;
