/// Templates in files: those that come with Retinue, and those of its users.
@NullMarked
package dev.retinue.config.template;

import org.jspecify.annotations.NullMarked;
