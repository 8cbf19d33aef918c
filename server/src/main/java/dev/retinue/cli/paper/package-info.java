/// What is made of the commands when Retinue is packaged: manual pages, completion for shells, and
/// what registries and desktop clients want to know.
@NullMarked
package dev.retinue.cli.paper;

import org.jspecify.annotations.NullMarked;
