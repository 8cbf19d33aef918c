/// Real clients of others, at work with the real program.
@NullMarked
package dev.retinue.clients;

import org.jspecify.annotations.NullMarked;
