/// YAML files as trees whose values know where they stand; what is hostile or broken is refused
/// with the place and the remedy.
@NullMarked
package dev.retinue.config.yaml;

import org.jspecify.annotations.NullMarked;
