/// The HTTP API of AgentAPI over one conversation of the household: messages, status, events,
/// uploads.
@NullMarked
package dev.retinue.cli.agentapi;

import org.jspecify.annotations.NullMarked;
