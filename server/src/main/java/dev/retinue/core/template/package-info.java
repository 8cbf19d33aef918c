/// Pieces of work that people ask for again and again: what a template is, and how its text is
/// filled in.
@NullMarked
package dev.retinue.core.template;

import org.jspecify.annotations.NullMarked;
