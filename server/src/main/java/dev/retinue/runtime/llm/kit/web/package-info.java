/// Pages of others: nothing that is at home can be reached through them.
@NullMarked
package dev.retinue.runtime.llm.kit.web;

import org.jspecify.annotations.NullMarked;
