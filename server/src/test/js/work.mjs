// The official TypeScript client at work with agents: starts, repeats, watches, answers, completes, stops,
// fetches a payload, and prints what it saw as JSON.
//
// node work.mjs <default|auto|2026-07-28> <http URL> | <mode> <program> [arguments …]
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [mode, target, ...args] = process.argv.slice(2);
const negotiation = { default: undefined, auto: { mode: 'auto' } };
const client = new Client(
  { name: 'worker', version: '1' },
  { versionNegotiation: mode in negotiation ? negotiation[mode] : { mode: { pin: mode } } },
);
await client.connect(
  target.startsWith('http')
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args, env: process.env }),
);

async function call(name, args) {
  const answer = await client.callTool({ name, arguments: args });
  if (answer.isError) throw new Error(`${name}: ${answer.content[0].text}`);
  return answer.structuredContent;
}
const status = async (id) => (await call('agent_status', { agent_ids: [id] })).agents[0];
async function until(look) {
  const end = Date.now() + 60_000;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error('it takes too long');
  }
}

const contract = { contract: 'hang', idempotency_key: `once-${mode}` };
const { agent_id: first } = await call('agent_start', contract);
const retry = await call('agent_start', contract);
const running = (await status(first)).status;
await call('append_payload', { agent_id: first, payload: 'Größe ' });
await call('agent_complete', { agent_id: first, summary: 'Done', payload: '€𝄞' });
const completed = await status(first);
const payload = await fetch(completed.payload_url, { headers: { 'Accept-Encoding': 'gzip' } });

const { agent_id: second } = await call('agent_start', { contract: 'hang' });
const stopped = (await call('agent_stop', { agent_id: second })).status;
const late = (await call('agent_complete', { agent_id: second, summary: 'Late' })).status;

const { agent_id: third } = await call('agent_start', { contract: 'ask Which colour?\ncomplete It is {answer}' });
const question = await until(async () =>
  (await call('list_pending', {})).pending.find((it) => it.agent_id === third),
);
await call('answer', { agent_id: third, need: question.need, answer: 'blue' });
const answered = await until(async () => {
  const seen = await status(third);
  return seen.status === 'completed' && seen;
});

console.log(
  JSON.stringify({
    retried: retry.agent_id === first,
    running,
    completed: [completed.status, completed.summary, completed.evidence],
    payload: await payload.text(),
    stopped,
    late,
    question: question.text,
    answered: answered.summary,
  }),
);
await client.close();
