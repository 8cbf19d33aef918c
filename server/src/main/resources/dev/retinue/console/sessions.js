// The page Sessions: conversations, and one of them as it grows, whoever speaks in it and by whatever way.
import { classes, maker, still, tags, useCallback, useEffect, useLayoutEffect, useRef, useState } from './dom.js';
import { get, once, patch, path as safe, post, query, remove } from './api.js';
import { feed, FIRST_PAUSE, LONGEST_PAUSE, seesAll, STEADY, useMe, whyNot } from './feed.js';
import { Ago, ask, attempt, Button, Card, confirm, Dollars, Empty, Field, icon, Link, Loading, loaded, Page, Problem, Table, toast, useEvery, useLoad } from './kit.js';
import { clock, count, exact, plural } from './format.js';
import { asked, line, Output, plain, said } from './text.js';
import { SchemaForm } from './form.js';
import { useFocusThatStays, useOneAnswer } from './actions.js';

const { code, datalist, details, div, form, input, label, li, ol, option, p, span, strong, summary, textarea } = tags;

const LIST_PAUSE = 6000;
const MOST_SHOWN = 400;
const NEAR = 160;
const AGAIN = 5000; // So long what was said before may take to come again after a reconnection.
const BREATH = 60; // Many messages are one drawing. Not a frame: a page that nobody sees gets none, and would keep them all.
const STATUSES = { idle: ['dots', 'ready', 'idle'], busy: ['work', 'running', 'answering'], closed: ['check', 'stopped', 'closed'] };
const Status = maker(({ status }) => { const [shape, kind, word] = STATUSES[status] ?? STATUSES.idle; return span({ class: `state ${kind}` }, icon(shape, status === 'busy' ? 'spin' : undefined), word); });
const isOfAnother = (it, me) => me !== null && it.caller !== me.id;
const nameOf = (it) => plain(it.title ?? '') || `Session ${it.id.slice(0, 8)}`;

// The list.

const Opening = maker(({ done }) => {
  const staff = useLoad(() => get('/api/staff'));
  return div({ class: 'body' }, loaded(staff, ({ agents }) => SchemaForm({
    name: 'New session', send: 'Open', cancel: () => done(null),
    submit: async ({ opening }) => done(await post('/api/sessions', opening, once())),
    sections: [{ name: 'opening', schema: { type: 'object', properties: {
      agent: { enum: agents.map((it) => it.name), default: agents.find((it) => it.default)?.name, description: 'Who answers.' },
      title: { type: 'string', maxLength: 200, description: 'A name for people.' },
      working_dir: { type: 'string', title: 'Folder', description: 'Where all of it happens, as a whole path; else nowhere in particular.' },
      model: { type: 'string', description: 'Another model than the agent’s own.' },
    } } }],
  })));
});

const found = ({ sessions, total, next_before: more }, words) => (words === '' ? '' : `${exact(sessions.length)}${more ? '+' : ''} of `) + plural(total, 'conversation');

const List = maker(() => {
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState(false);
  const [most, setMost] = useState(50);
  const me = useMe();
  const everybody = seesAll(me) ? 'true' : null;
  const state = useLoad(() => get(query('/api/sessions', { search: search.trim(), include_closed: closed ? 'true' : null, everybody, limit: most })), [search, closed, everybody, most]);
  useEvery(LIST_PAUSE, state.refresh, [search, closed, everybody, most]);
  const open = async () => {
    const made = await ask('New session', Opening);
    if (made) location.hash = `#/sessions/${encodeURIComponent(made.id)}`;
  };
  return Page({ title: 'Sessions', sub: state.data && found(state.data, search.trim()), actions: Button({ kind: 'primary', why: whyNot('run'), onClick: open }, 'New session') },
    div({ class: 'row below' },
      input({ type: 'search', class: 'search', placeholder: 'Search title, agent or id', 'aria-label': 'Search sessions', value: search, onInput: (event) => setSearch(event.target.value) }),
      label({ class: 'check' }, input({ type: 'checkbox', checked: closed, onChange: (event) => setClosed(event.target.checked) }), 'Closed ones, too')),
    loaded(state, ({ sessions, next_before: more }) => (sessions.length === 0
      ? Empty({ title: search ? 'None has that' : 'No conversation is open' }, search ? p('Search for other words, or show closed ones, too.') : p('Open one here, or with ', code('retinue chat'), '. Clients open them with ', code('create_session'), '.'))
      : [Card({ title: 'Conversations' }, Table({
        name: 'All conversations', rows: sessions,
        columns: [
          { name: 'Title', value: (it) => Link({ to: ['sessions', it.id] }, nameOf(it)) },
          { name: 'State', value: (it) => Status({ status: it.status }) },
          ...(sessions.some((it) => isOfAnother(it, me)) ? [{ name: 'Whose', value: (it) => (isOfAnother(it, me) ? plain(it.caller) : 'yours') }] : []),
          { name: 'Agent', value: (it) => it.agent },
          { name: 'Messages', right: true, value: (it) => count(it.num_messages) },
          { name: 'Tokens', right: true, value: (it) => count(it.input_tokens + it.output_tokens) },
          { name: 'Cost', right: true, value: (it) => Dollars({ usd: it.cost, invented: it.invented }) },
          { name: 'Used', value: (it) => Ago({ at: it.last_used_at }) },
        ],
      })), more && most < 1000 && div({ class: 'more' }, Button({ onClick: () => setMost(Math.min(1000, most * 4)) }, 'Show more'))])));
});

// One conversation.

const FRESH = { entries: [], draft: null, thought: '', busy: false, closed: false, connected: false, asked: 0, cut: false, before: [] };

/** What is seen of it: while it comes again, after what has come what was there before, so that nobody loses the place where he reads. */
export const shown = (talk) => [...talk.entries, ...talk.before.slice(talk.entries.length)];

/** What becomes of the conversation with one message of its socket. Pure. */
export function hear(talk, message) {
  const add = (entry) => {
    const entries = [...talk.entries, { ...entry, n: (talk.entries.at(-1)?.n ?? 0) + 1 }];
    return { entries: entries.slice(-MOST_SHOWN), cut: talk.cut || entries.length > MOST_SHOWN };
  };
  switch (message.type) {
    case 'message':
      return { ...talk, ...add(message), draft: message.role === 'assistant' ? null : talk.draft, thought: message.role === 'assistant' ? '' : talk.thought, asked: talk.asked + (message.need || message.role === 'user' ? 1 : 0) }; // A question, or its answer.
    case 'delta':
      return { ...talk, draft: { run: message.run_id, text: (message.offset === 0 ? '' : (talk.draft?.text ?? '').slice(0, message.offset)) + message.content } };
    case 'reasoning':
      return { ...talk, thought: (talk.thought + message.content).slice(-20_000) };
    case 'loading':
      return { ...talk, busy: true, asked: talk.asked + 1 };
    case 'loading_done':
      return { ...talk, busy: false, draft: null, thought: '', asked: talk.asked + 1 };
    case 'error':
      return { ...talk, ...add({ role: 'error', content: message.content, run_id: message.run_id }), draft: null };
    case 'system':
      if (message.status === 'closed') return { ...talk, closed: true, asked: talk.asked + 1 };
      if (message.agent) return { ...talk, ...add({ role: 'system', content: message.content, passing: true }), asked: talk.asked + 1 };
      if (message.session_id) return { ...FRESH, connected: true, asked: talk.asked, before: talk.cut ? [] : shown(talk).filter((it) => !it.passing) }; // What came in passing does not come again, and what begins in the middle has other places.
      return { ...talk, ...add({ role: 'system', content: message.content, passing: true }), asked: talk.asked + 1 };
    default:
      return talk;
  }
}

/** Takes part in a conversation for as long as it is shown; comes back by itself. */
function useTalk(id) {
  const [talk, setTalk] = useState(FRESH);
  useEffect(() => {
    let socket;
    let timer;
    let drawing = null;
    let settling;
    let heard = [];
    let over = false;
    let pause = FIRST_PAUSE;
    let greeted = Infinity;
    const flush = () => { drawing = null; const all = heard; heard = []; setTalk((old) => all.reduce(hear, old)); };
    const open = () => {
      const address = new URL(safe`/ws/${id}`, location.href);
      address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
      socket = new WebSocket(address, ['retinue']);
      socket.onmessage = ({ data }) => {
        greeted = Math.min(greeted, Date.now());
        const message = JSON.parse(data);
        if (message.session_id) { clearTimeout(settling); settling = setTimeout(() => setTalk((old) => ({ ...old, before: [] })), AGAIN); }
        heard.push(message);
        drawing ??= setTimeout(flush, BREATH);
      };
      socket.onclose = () => {
        if (over) return;
        clearTimeout(settling);
        if (Date.now() - greeted > STEADY) pause = FIRST_PAUSE;
        greeted = Infinity;
        setTalk((old) => ({ ...old, connected: false }));
        timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
        pause = Math.min(LONGEST_PAUSE, pause * 2);
      };
    };
    open();
    // A dead connection may not say that it is: when the feed had to come again, so does this.
    let { greetings } = feed;
    const stop = feed.subscribe(() => {
      if (feed.greetings === greetings) return;
      if (greetings > 0) {
        clearTimeout(timer);
        clearTimeout(settling);
        socket.onmessage = socket.onclose = null;
        socket.close();
        greeted = Infinity;
        open();
      }
      greetings = feed.greetings;
    });
    return () => { over = true; stop(); clearTimeout(timer); clearTimeout(drawing); clearTimeout(settling); socket.close(); };
  }, [id]);
  return talk;
}

const WHO = { user: 'You', assistant: 'Agent', tool: 'Tool', system: 'Retinue', error: 'Trouble' };

const Entry = still(({ entry, agent, speaker, fork, why }) => {
  const role = WHO[entry.role] ? entry.role : 'system';
  const body = entry.tool_call ? code({ class: 'call' }, plain(entry.tool_call))
    : role === 'assistant' ? said(entry.content) : role === 'tool' ? details({ class: 'fold' }, summary(line(entry.content, 90) || 'nothing'), Output(entry.content)) : Output(entry.content);
  return li({ class: `turn ${role}` },
    div({ class: 'turn-head' }, strong(role === 'assistant' ? agent : role === 'user' ? speaker : WHO[role]), entry.timestamp && span({ class: 'num quiet' }, clock(entry.timestamp)),
      role === 'user' && entry.run_id && span({ class: 'acts' },
        Link({ to: ['run', entry.run_id], class: 'btn plain tight', 'aria-label': `Run of “${line(entry.content, 40)}”` }, 'Run'),
        Button({ kind: 'plain tight', why, onClick: () => fork(entry.run_id), 'aria-label': `Fork here, after “${line(entry.content, 40)}”` }, 'Fork here'))),
    role === 'user' ? div({ class: 'bubble' }, said(entry.content)) : body);
});

/** What the agent waits for, and how it gets it. */
const Asked = maker(({ need, why, done }) => {
  const [typed, setTyped] = useState('');
  const ref = useFocusThatStays();
  const { sent, send } = useOneAnswer(need.run_id, need.need);
  const answer = async (words) => { if (await send(words)) done(); };
  why ??= sent;
  return div({ ref }, Card({ class: 'asking', title: need.kind === 'permission' ? 'It asks for a permission' : 'It asks you' }, asked(need.kind, need.text),
    need.kind === 'permission'
      ? div({ class: 'row' }, Button({ kind: 'primary', why, onClick: () => answer('allow') }, 'Allow once'), Button({ why, onClick: () => answer('always') }, 'Always allow'), Button({ kind: 'danger', why, onClick: () => answer('deny') }, 'Deny'))
      : need.kind === 'answer'
        ? form({ class: 'row', onSubmit: (event) => { event.preventDefault(); if (!why && typed.trim()) answer(typed); } }, input({ type: 'text', class: 'grow', 'aria-label': 'Your answer', value: typed, onInput: (event) => setTyped(event.target.value) }), Button({ kind: 'primary', type: 'submit', why: why ?? (typed.trim() ? undefined : 'Type an answer first.') }, 'Answer'))
        : p(Link({ to: ['run', need.run_id] }, 'Open the run'), ' to see to it.')));
});

/** `alone` says why one cannot send a message oneself: who answers can still be steered. */
const Composer = maker(({ id, busy, why, alone, who, reload }) => {
  const [text, setText] = useState('');
  const ref = useRef(null);
  const underWay = useRef(false);
  const unheard = useRef(null); // Nobody answered: when it is sent again, it is the same message.
  const [sending, setSending] = useState(false);
  const send = async (where, body) => {
    if (why || (alone && where === 'messages') || underWay.current || text.trim() === '') return;
    const it = unheard.current?.where === where && unheard.current.text === text ? unheard.current : { where, text, body, headers: once() };
    underWay.current = true;
    unheard.current = null;
    setSending(true);
    const say = () => post(safe`/api/sessions/${id}/` + where, { message: text, ...it.body }, it.headers);
    if (await attempt(() => say().catch((error) => { if (error.status === 0) unheard.current = it; throw error; }))) {
      setText((now) => (now === text ? '' : now)); // What was typed meanwhile is the next one.
      reload();
      ref.current?.focus();
    }
    underWay.current = false;
    setSending(false);
  };
  const empty = why ?? (sending ? 'It is being sent.' : text.trim() === '' ? 'Type a message first.' : undefined);
  const closed = why ?? (busy ? undefined : alone);
  return form({ class: 'composer', onSubmit: (event) => { event.preventDefault(); send('messages', { queue: busy }); } },
    textarea({
      ref, rows: 2, id: 'message', value: text, placeholder: closed ?? `Message to ${who}`, 'aria-label': `Message to ${who}`, readOnly: Boolean(closed), onInput: (event) => setText(event.target.value),
      onKeyDown: (event) => { if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) { event.preventDefault(); if (!event.repeat) send('messages', { queue: busy }); } },
    }),
    div({ class: 'row' }, span({ class: 'small quiet grow' }, !busy ? !closed && 'Enter sends, Shift and Enter begin a line.' : alone ? 'It is answering: what you say can steer it now.' : 'It is answering: your message waits for its turn, or steers it now.'),
      busy && Button({ why: empty, onClick: () => send('steer', {}) }, 'Steer'), Button({ kind: 'primary', type: 'submit', why: why ?? alone ?? empty }, busy ? 'Send next' : 'Send')));
});

const Transfer = maker(({ done, session }) => {
  const state = useLoad(async () => {
    const [member, staff] = await Promise.all([get(safe`/api/staff/${session.agent}`).catch(() => null), get('/api/staff')]);
    const near = [...(member?.handoffs ?? []), ...(member?.members ?? [])].map((it) => it.agent);
    return { near, all: staff.agents.map((it) => it.name) };
  });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState(null);
  const go = async (event) => {
    event.preventDefault();
    try {
      done(await post(safe`/api/sessions/${session.id}/transfer`, { agent: typed.trim() }));
    } catch (error) {
      setProblem(error);
    }
  };
  return form({ onSubmit: go }, p('Another agent of the same file or team answers from the next message on.'), problem && Problem({ error: problem }),
    loaded(state, ({ near, all }) => Field({ name: 'Agent', hint: near.length > 0 ? `Near it: ${near.join(', ')}` : undefined, input: (attributes) => [input({ ...attributes, type: 'text', list: 'agents-near', autocomplete: 'off', value: typed, onInput: (event) => setTyped(event.target.value) }), datalist({ id: 'agents-near' }, [...new Set([...near, ...all])].map((it) => option({ key: it, value: it })))] })),
    div({ class: 'ends' }, Button({ onClick: () => done(null) }, 'Cancel'), Button({ kind: 'primary', type: 'submit', why: typed.trim() ? undefined : 'Name an agent first.' }, 'Transfer')));
});

const Titling = maker(({ done, session }) => SchemaForm({
  name: 'Rename', send: 'Rename', cancel: () => done(null), submit: async ({ it }) => done(await patch(safe`/api/sessions/${session.id}/title`, it)),
  sections: [{ name: 'it', schema: { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1, maxLength: 200, default: session.title ?? '' } } } }],
}));

const Conversation = maker(({ id }) => {
  const state = useLoad(() => get(safe`/api/sessions/${id}`), [id]);
  if (!state.data) return Page({ title: 'Session', actions: Link({ to: ['sessions'], class: 'btn plain tight' }, icon('back'), 'Sessions') }, state.error ? Problem({ error: state.error, retry: state.reload }) : Loading({}));
  return Talk({ id, session: state.data, reload: state.reload });
});

const Talk = maker(({ id, session, reload }) => {
  const talk = useTalk(id);
  const entries = shown(talk);
  const me = useMe();
  const end = useRef(null);
  const near = useRef(true);
  useEffect(() => { if (talk.asked > 0) reload(); }, [talk.asked]);
  useEffect(() => {
    const look = () => { near.current = innerHeight + scrollY > document.documentElement.scrollHeight - NEAR; };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => { if (near.current) scrollTo(0, document.documentElement.scrollHeight); }, [talk]);
  const closed = talk.closed || session.status === 'closed';
  const why = whyNot('run') ?? (closed ? 'It is closed.' : undefined);
  const other = isOfAnother(session, me) ? plain(session.caller) : null;
  const alone = other === null ? undefined : `It is a conversation of ${other}, who alone can speak in it. A fork of it is yours.`;
  const fork = useCallback(async (run) => {
    try {
      const made = await post(safe`/api/sessions/${id}/fork`, run ? { run_id: run } : {}, once());
      toast('Forked: this one goes on with what was said.');
      location.hash = `#/sessions/${encodeURIComponent(made.id)}`;
    } catch (error) {
      toast(error.message, true);
    }
  }, [id]);
  const rename = async () => { if (await ask('Rename', Titling, { session })) reload(); };
  const transfer = async () => { const moved = await ask('Transfer', Transfer, { session }); if (moved) { toast(`${moved.agent} answers from now on`); reload(); } };
  const close = async () => { if (await confirm('Close this session?', 'Who speaks in it is stopped. What was said can still be read.', 'Close it') && await attempt(() => remove(safe`/api/sessions/${id}`), 'Closed')) reload(); };
  const stop = () => attempt(() => post(safe`/api/sessions/${id}/interrupt`, { queue_too: false }), 'Stopped');
  const forkWhy = whyNot('run') ?? (session.num_messages === 0 ? 'Nothing was said yet.' : undefined);
  return Page({
    title: nameOf(session),
    sub: [Status({ status: closed ? 'closed' : talk.busy ? 'busy' : session.status }), ` · ${session.agent} · ${plural(session.num_messages, 'message')} · ${count(session.input_tokens + session.output_tokens)} tokens · `, Dollars({ usd: session.cost, invented: session.invented }), other !== null && ` · of ${other}`, session.forked_from && [' · fork of ', Link({ to: ['sessions', session.forked_from] }, session.forked_from.slice(0, 8))]],
    actions: [
      Link({ to: ['sessions'], class: 'btn plain tight' }, icon('back'), 'Sessions'), Button({ kind: 'tight', why, onClick: rename }, 'Rename'), Button({ kind: 'tight', why, onClick: transfer }, 'Transfer'),
      Button({ kind: 'tight', why: forkWhy, onClick: () => fork(null) }, 'Fork'), Button({ kind: 'danger tight', why, onClick: close }, 'Close'),
    ],
  },
  div({ class: 'talk' },
    div({ role: 'status' }, !talk.connected && p({ class: 'quiet' }, entries.length > 0 ? 'Disconnected from this conversation: trying again …' : 'Listening …')),
    talk.cut && p({ class: 'quiet small' }, `Only the last ${MOST_SHOWN} entries are shown.`),
    talk.connected && entries.length === 0 && Empty({ title: 'Nothing was said yet' }, p(`What you say below, ${session.agent} answers.`)),
    div({ role: 'log', 'aria-label': 'Conversation' }, ol({ class: 'turns' }, entries.map((entry) => Entry({ key: entry.n, entry, agent: session.agent, speaker: other ?? WHO.user, fork, why: forkWhy })))),
    talk.thought && details({ class: 'fold thinking' }, summary('Thinking'), Output(talk.thought)),
    talk.draft && div({ class: 'turn assistant draft', 'aria-hidden': 'true' }, div({ class: 'turn-head' }, strong(session.agent), span({ class: 'quiet' }, 'writing …')), said(talk.draft.text)),
    (session.waiting_for ?? []).map((need) => Asked({ key: need.need, need, why: whyNot('run'), done: reload })),
    (talk.busy || session.status === 'busy') && !closed && div({ class: classes('row', 'answering') }, span({ class: 'state running' }, icon('work', 'spin'), 'answering'), session.queue?.length > 0 && span({ class: 'chip' }, `${session.queue.length} waiting`), Button({ kind: 'tight', why, onClick: stop }, icon('stop'), 'Stop')),
    closed ? p({ class: 'quiet note' }, 'This session is closed. “Fork” makes one that goes on with it.') : Composer({ id, busy: talk.busy, why, alone, who: session.agent, reload }),
    div({ ref: end })));
});

/** The page Sessions. */
export default { title: 'Sessions', Page: ({ path }) => (path[0] ? Conversation({ id: path[0] }) : List()) };
