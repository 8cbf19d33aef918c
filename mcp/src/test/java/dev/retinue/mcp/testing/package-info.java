/// What tests of more than one package use.
@NullMarked
package dev.retinue.mcp.testing;

import org.jspecify.annotations.NullMarked;
