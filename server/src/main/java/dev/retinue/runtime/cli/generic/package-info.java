/// Any program that the operator names: it reads its contract, and prints text or lines of JSON.
@NullMarked
package dev.retinue.runtime.cli.generic;

import org.jspecify.annotations.NullMarked;
