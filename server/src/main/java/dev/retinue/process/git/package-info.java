/// Our own git: it obeys no repository, executes nothing that one names, and ends in time.
@NullMarked
package dev.retinue.process.git;

import org.jspecify.annotations.NullMarked;
