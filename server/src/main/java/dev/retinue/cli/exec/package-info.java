/// What `retinue exec` keeps of an agent in one Java file: its classes, and a cache of the JVM.
@NullMarked
package dev.retinue.cli.exec;

import org.jspecify.annotations.NullMarked;
