/// The HTTP edge: the MCP endpoint, REST, WebSocket, the event feed and the console.
@NullMarked
package dev.retinue.web;

import org.jspecify.annotations.NullMarked;
