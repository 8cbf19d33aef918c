// The official TypeScript client in a conversation, as the design of the sessions shows it: prints what it saw as JSON.
//
// node sessions.mjs <default|auto|2026-07-28> <http URL> <messages as a JSON array>
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [mode, target, messages] = process.argv.slice(2);
const [review, edge, hello, slow] = JSON.parse(messages);
const negotiation = { default: undefined, auto: { mode: 'auto' } };
const client = new Client(
  { name: 'talker', version: '1' },
  { versionNegotiation: mode in negotiation ? negotiation[mode] : { mode: { pin: mode } } },
);
await client.connect(new StreamableHTTPClientTransport(new URL(target)));

const mcp = {
  async call(name, args = {}, options = {}) {
    const answer = await client.callTool({ name, arguments: args }, options);
    if (answer.isError) throw new Error(`${name}: ${answer.content[0].text}`);
    return answer.structuredContent;
  },
};

// Create session for code review agent
const session = await mcp.call('create_session', {
  agent_file: '~/.automation/cagent/agents/code-reviewer.yaml',
});

// Send code for review
const progress = [];
const reviewed = await mcp.call(
  'send_message',
  { session_id: session.session_id, message: review },
  { onprogress: (it) => progress.push(it.message) },
);

// Follow up questions in same context
const followup = await mcp.call('send_message', { session_id: session.session_id, message: edge });

// One-shot invocation
const result = await mcp.call('invoke_agent', {
  agent_file: '~/.automation/cagent/agents/echo-agent.yaml',
  message: hello,
});

// List available agents
const agents = await mcp.call('list_agents');

// A turn that outlives the patience of its client
let gone;
try {
  await mcp.call('send_message', { session_id: session.session_id, message: slow }, { timeout: 500 });
} catch (e) {
  gone = e.message.includes('timed out');
}
await mcp.call('get_session_info', { session_id: session.session_id, wait_seconds: 30 });
const history = await mcp.call('get_session_history', { session_id: session.session_id, limit: 2 });
const info = await mcp.call('get_session_info', { session_id: session.session_id });
const closed = await mcp.call('close_session', { session_id: session.session_id });

console.log(
  JSON.stringify({
    agent: session.agent,
    review: reviewed.response,
    events: reviewed.events.map((it) => it.type).filter((it) => !it.startsWith('stream_') && it !== 'token_usage'),
    tool_calls: reviewed.metadata.tool_calls,
    tokens: reviewed.metadata.tokens_used > 0,
    told: progress.join('\n').includes('code-reviewer uses think'),
    followup: followup.response,
    echo: result.response,
    agents: agents.agents.filter((it) => it.source === 'file').map((it) => it.agent_ref),
    gone,
    late: history.messages.at(-1).content,
    messages: info.message_count,
    status: info.status,
    closed: closed.success,
  }),
);
await client.close();
