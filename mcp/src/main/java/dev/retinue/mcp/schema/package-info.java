/// JSON Schema 2020-12 made of records, and values checked against it.
@NullMarked
package dev.retinue.mcp.schema;

import org.jspecify.annotations.NullMarked;
