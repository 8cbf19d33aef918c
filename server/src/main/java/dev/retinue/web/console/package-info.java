/// The console: the files of a web page on which one watches and steers everything. It is a client
/// of the API like any other, and has nothing that others cannot ask for.
@NullMarked
package dev.retinue.web.console;

import org.jspecify.annotations.NullMarked;
