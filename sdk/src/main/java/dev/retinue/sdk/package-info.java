/// What a developer needs to write an agent in one Java file.
@NullMarked
package dev.retinue.sdk;

import org.jspecify.annotations.NullMarked;
