/// One message and its answer: what happened meanwhile, in the words of the sessions.
@NullMarked
package dev.retinue.toolset.sessions.turn;

import org.jspecify.annotations.NullMarked;
