// The official TypeScript client: connects, lists, calls, and prints what it saw as JSON.
//
// node client.mjs <default|auto|2026-07-28> <http URL> | <mode> <program> [arguments …]
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [mode, target, ...args] = process.argv.slice(2);
const negotiation = { default: undefined, auto: { mode: 'auto' } };
const client = new Client(
  { name: 'test', version: '1' },
  { versionNegotiation: mode in negotiation ? negotiation[mode] : { mode: { pin: mode } } },
);
await client.connect(
  target.startsWith('http')
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args, env: process.env }),
);
const { tools } = await client.listTools();
const answer = await client.callTool({ name: 'retinue_status', arguments: {} });
const wrong = await client.callTool({ name: 'retinue_status', arguments: { loud: true } });
console.log(
  JSON.stringify({
    server: client.getServerVersion()?.name,
    tools: tools.map((tool) => tool.name),
    agents: answer.structuredContent.agents,
    refused: wrong.isError === true && wrong.content[0].text.includes('loud'),
  }),
);
await client.close();
