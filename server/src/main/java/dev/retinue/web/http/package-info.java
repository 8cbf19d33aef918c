/// What every route of the HTTP edge is made of: paths, the router, bodies, streams, refusals.
@NullMarked
package dev.retinue.web.http;

import org.jspecify.annotations.NullMarked;
