// The official TypeScript client with an agent in one file: lists its tools, calls the first, prints what it saw.
//
// node agent.mjs <default|auto|2026-07-28> <program> [arguments …]
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [mode, command, ...args] = process.argv.slice(2);
const negotiation = { default: undefined, auto: { mode: 'auto' } };
const client = new Client(
  { name: 'test', version: '1' },
  { versionNegotiation: mode in negotiation ? negotiation[mode] : { mode: { pin: mode } } },
);
await client.connect(new StdioClientTransport({ command, args, env: process.env }));
const { tools } = await client.listTools();
const answer = await client.callTool({ name: tools[0].name, arguments: { context: 'good morning' } });
const wrong = await client.callTool({ name: tools[0].name, arguments: {} });
console.log(
  JSON.stringify({
    server: client.getServerVersion()?.name,
    tools: tools.map((tool) => tool.name),
    answer: answer.structuredContent,
    refused: wrong.isError === true && wrong.content[0].text.includes('context'),
  }),
);
await client.close();
