// The tool that all servers of the benchmarks have, on the TypeScript SDK.
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';

const input = z.strictObject({
  text: z.string().max(1000).describe('What to say.'),
  times: z.int().min(1).max(10).describe('How often to say it.'),
});
const output = z.strictObject({ text: z.string(), length: z.int() });

export function echoServer() {
  const server = new McpServer({ name: 'echo', version: '1' });
  server.registerTool(
    'echo',
    { description: 'Says it again.', inputSchema: input, outputSchema: output },
    ({ text, times }) => {
      const said = text.repeat(times);
      const structuredContent = { text: said, length: said.length };
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  return server;
}
