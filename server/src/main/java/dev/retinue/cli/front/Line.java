package dev.retinue.cli.front;

import dev.retinue.mcp.rpc.Message;

/// A line of the client, and what it says.
///
/// @param tries how often it was passed on
@SuppressWarnings("ArrayRecordComponent") // Nobody compares lines.
record Line(byte[] text, Message message, int tries) {}
