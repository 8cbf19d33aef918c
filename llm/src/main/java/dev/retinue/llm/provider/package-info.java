/// Who provides models, how they are named and reached.
@NullMarked
package dev.retinue.llm.provider;

import org.jspecify.annotations.NullMarked;
