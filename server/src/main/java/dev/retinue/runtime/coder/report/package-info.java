/// What an agent in a workspace says to Coder about its work.
@NullMarked
package dev.retinue.runtime.coder.report;

import org.jspecify.annotations.NullMarked;
