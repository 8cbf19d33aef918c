/// Signing in with a browser: the page, what becomes of a link, and what the browser keeps.
@NullMarked
package dev.retinue.web.signin;

import org.jspecify.annotations.NullMarked;
