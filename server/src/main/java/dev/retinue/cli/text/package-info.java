/// What commands show to people: tables, events and amounts. What agents said is data, and made
/// harmless first.
@NullMarked
package dev.retinue.cli.text;

import org.jspecify.annotations.NullMarked;
