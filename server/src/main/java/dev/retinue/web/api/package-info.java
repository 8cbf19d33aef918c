/// REST and the feed of events: what programs can ask, described by an OpenAPI document.
@NullMarked
package dev.retinue.web.api;

import org.jspecify.annotations.NullMarked;
