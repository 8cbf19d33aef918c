/// The servers whose tools agents may use: as the operator names them, and how they are.
@NullMarked
package dev.retinue.core.tool;

import org.jspecify.annotations.NullMarked;
