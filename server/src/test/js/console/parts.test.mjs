// The parts of the console that need no browser: what the feed makes of the board, timelines, numbers, and what becomes of what agents say.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const load = (name) => import(join(process.env.CONSOLE, name));
const { apply, attention, EMPTY, evidence, invents, MOST_ENDED, rows, sums, tally } = await load('board.js');
const { before, commandOf, fold, hear, MOST, MOST_ASKED, START } = await load('timeline.js');
const { ago, bytes, clock, count, duration, money, readNumber } = await load('format.js');
const { asked, line, link, plain, said, terminal, visible } = await load('text.js');

const AT = '2026-01-01T00:00:00Z';
const at = (seconds) => new Date(Date.parse(AT) + seconds * 1000).toISOString();
const row = (id, more = {}) => ({ id, agent: 'player', state: 'running', seq: 3, root: id, created_at: AT, started_at: AT, cost_usd: 0, tokens: 0, needs: [], budget: {}, ...more });
const event = (run, seq, type, more = {}) => ({ run, seq, type, at: at(seq), ...more });
const snapshot = (list, cursor = 10) => apply(EMPTY, { type: 'rows', rows: list, cursor, first: true, last: true });
const told = (state, events, more = {}) => apply(state, { type: 'events', events, cursor: 20, ...more });

// The board.

test('an event is taken once, whatever comes again after a reconnection', () => {
  let state = snapshot([row('a')]);
  const spent = event('a', 4, 'spent', { cost_usd: 0.5, input_tokens: 10, output_tokens: 5 });
  state = told(state, [spent]);
  state = told(state, [spent, event('a', 5, 'said', { text: 'hello' })]);
  assert.equal(state.runs.get('a').cost_usd, 0.5);
  assert.equal(state.runs.get('a').tokens, 15);
  assert.equal(state.runs.get('a').seq, 5);
  assert.deepEqual([state.applied, state.ignored, state.cursor], [2, 1, 20]);
});

test('what a row has already is not counted again', () => {
  const state = told(snapshot([row('a', { seq: 7, cost_usd: 2 })]), [event('a', 6, 'spent', { cost_usd: 1 }), event('a', 7, 'spent', { cost_usd: 1 })]);
  assert.equal(state.runs.get('a').cost_usd, 2);
});

test('a run that is new comes with its row, and an older row changes nothing', () => {
  let state = told(snapshot([]), [event('b', 1, 'created'), event('b', 2, 'queued')], { rows: [row('b', { seq: 2, state: 'queued' })] });
  assert.equal(state.runs.get('b').state, 'queued');
  state = told(state, [event('b', 3, 'started')], { rows: [row('b', { seq: 1, state: 'ready' })] });
  assert.equal(state.runs.get('b').state, 'running');
});

test('nothing is changed in place', () => {
  const first = snapshot([row('a')]);
  const kept = first.runs.get('a');
  told(first, [event('a', 4, 'completed', { summary: 'done', evidence: 'claimed' })]);
  assert.equal(first.runs.get('a'), kept);
  assert.equal(kept.state, 'running');
});

test('questions wait until they are answered, and go with the run', () => {
  let state = told(snapshot([row('a')]), [event('a', 4, 'asked', { need: 'n1', kind: 'answer', text: 'Why?' }), event('a', 5, 'asked', { need: 'n2', kind: 'permission', text: 'rm' })]);
  assert.deepEqual(attention(state).map(({ need }) => need.id), ['n1', 'n2']);
  state = told(state, [event('a', 6, 'answered', { need: 'n1', answer: 'so' })]);
  assert.equal(state.runs.get('a').state, 'waiting');
  state = told(state, [event('a', 7, 'stopped', { why: 'enough' })]);
  assert.deepEqual(attention(state), []);
  assert.equal(state.runs.get('a').state, 'stopped');
});

test('one price that nobody knows makes the sum unknown', () => {
  const state = told(snapshot([row('a', { cost_usd: 1 })]), [event('a', 4, 'spent', { cost_usd: null, input_tokens: 1, output_tokens: 1 })]);
  assert.equal(state.runs.get('a').cost_usd, null);
  assert.equal(sums([state.runs.get('a'), row('b', { cost_usd: 3 })]).cost, null);
});

test('of ended trees the oldest are forgotten, and nothing that is at work', () => {
  let state = snapshot([row('parent', { root: 'parent' }), row('child', { root: 'parent', parent: 'parent', state: 'completed', ended_at: at(-9999) })]);
  for (let n = 0; n < MOST_ENDED * 2; n += 100) {
    const list = Array.from({ length: 100 }, (_, k) => row(`r${n + k}`, { state: 'completed', ended_at: at(n + k) }));
    state = apply(state, { type: 'rows', rows: list, cursor: n });
  }
  assert.ok(state.runs.size <= MOST_ENDED + 2, String(state.runs.size));
  assert.ok(state.runs.has('parent') && state.runs.has('child'));
  assert.ok(state.runs.has(`r${MOST_ENDED * 2 - 1}`));
  assert.ok(!state.runs.has('r0'));
  assert.equal(state.older, Infinity, 'one can ask for them again');
  const many = state.runs.size;
  const first = Array.from({ length: 300 }, (_, n) => row(`r${n}`, { state: 'completed', ended_at: at(n) }));
  state = told(apply(state, { type: 'older', rows: first, next: null }), [event('parent', 4, 'said', { text: 'x' })]);
  assert.deepEqual([state.runs.size, state.older], [many + 300, null], 'and then they are kept');
});

test('trees that wait stand first, then those at work, and runs below those that began them', () => {
  const state = snapshot([
    row('done', { state: 'completed', ended_at: AT, created_at: at(9) }), row('busy', { created_at: at(1) }),
    row('root', { created_at: AT }), row('leaf', { root: 'root', parent: 'mid', created_at: at(3), state: 'waiting' }), row('mid', { root: 'root', parent: 'root', created_at: at(2) }),
  ]);
  assert.deepEqual(rows(state).map(({ run, depth }) => [run.id, depth]), [['root', 0], ['mid', 1], ['leaf', 2], ['busy', 0], ['done', 0]]);
  assert.deepEqual(rows(state, { kind: 'waiting' }).map(({ run }) => run.id), ['root', 'mid', 'leaf'], 'with those above it');
  assert.deepEqual(rows(state, { search: 'busy' }).map(({ run }) => run.id), ['busy']);
  assert.deepEqual(tally(state), { all: 5, work: 3, waiting: 1, stalled: 0, ended: 1 });
});

test('evidence says what a run does and since when', () => {
  let state = told(snapshot([row('a')]), [event('a', 4, 'said', { text: 'x' })]);
  assert.deepEqual(evidence(state.runs.get('a'), Date.parse(at(7))), { text: 'writing', since: 3 });
  state = apply(state, { type: 'glances', runs: [['a', at(5), 'stalled', null]] });
  assert.deepEqual(evidence(state.runs.get('a'), Date.parse(at(65))), { text: 'stalled', since: 60 });
  assert.equal(tally(state).stalled, 1);
  state = told(state, [event('a', 9, 'tool_called', { tool: 'Bash', call: 'c' })]);
  state = apply(state, { type: 'glances', runs: [['a', at(9), 'active', null]] });
  assert.equal(evidence(state.runs.get('a'), Date.parse(at(9))).text, 'using Bash');
});

test('what is removed is gone, also for glances that come late', () => {
  let state = apply(snapshot([row('a'), row('b')]), { type: 'removed', runs: ['a'] });
  state = apply(state, { type: 'glances', runs: [['a', AT, 'active', null]] });
  assert.deepEqual([...state.runs.keys()], ['b']);
});

test('a thousand runs and a thousand events a second are little work', () => {
  let state = snapshot(Array.from({ length: 1000 }, (_, n) => row(`r${n}`)));
  const begin = performance.now();
  for (let batch = 0; batch < 100; batch++) state = told(state, Array.from({ length: 100 }, (_, n) => event(`r${(batch * 100 + n) % 1000}`, 4 + Math.floor((batch * 100 + n) / 1000), 'said', { text: 'x' })));
  rows(state);
  assert.equal(state.applied, 10_000);
  assert.ok(performance.now() - begin < 5000, 'ten seconds of events in less than five');
});

// Timelines.

test('a tool and its answer are one entry, and what was spent is added up', () => {
  const timeline = fold(START, [
    event('a', 1, 'tool_called', { call: 'c', tool: 'Bash', input: '{"command":"ls"}' }), event('a', 2, 'tool_answered', { call: 'c', output: 'x', failed: false }),
    event('a', 3, 'spent', { cost_usd: 1, input_tokens: 1, output_tokens: 2 }), event('a', 4, 'spent', { cost_usd: 2, input_tokens: 1, output_tokens: 2 }),
    event('a', 5, 'asked', { need: 'n', kind: 'answer', text: 'Why?' }), event('a', 6, 'answered', { need: 'n', answer: 'so' }),
  ]);
  assert.deepEqual(timeline.entries.map((it) => it.kind), ['tool', 'spent', 'asked']);
  assert.equal(timeline.entries[0].command, 'ls');
  assert.equal(timeline.entries[0].output, 'x');
  assert.equal(timeline.entries[1].cost, 3);
  assert.equal(timeline.entries[2].answer, 'so');
});

test('a timeline has each event once, takes earlier ones before it, and stays bounded', () => {
  let timeline = fold(START, [event('a', 5, 'said', { text: '5' }), event('a', 6, 'said', { text: '6' })]);
  timeline = fold(timeline, [event('a', 6, 'said', { text: '6' }), event('a', 7, 'said', { text: '7' })]);
  timeline = before(timeline, [event('a', 3, 'said', { text: '3' }), event('a', 4, 'said', { text: '4' }), event('a', 5, 'said', { text: '5' })]);
  assert.deepEqual(timeline.entries.map((it) => it.text), ['3', '4', '5', '6', '7']);
  assert.equal(fold(START, Array.from({ length: MOST + 50 }, (_, n) => event('a', n + 1, 'said', { text: 'x' }))).entries.length, MOST);
  assert.equal(commandOf('{"cmd":["git","log"]}'), 'git log');
  assert.equal(commandOf('no json'), undefined);
});

test('what was let go of a timeline can be asked for again, and is kept while somebody reads it', () => {
  const events = Array.from({ length: MOST_ASKED + 2 * MOST }, (_, n) => event('a', n + 1, 'said', { text: String(n + 1) }));
  let timeline = fold(START, events.slice(0, MOST + 50));
  assert.equal(timeline.first, 51, 'from here on it is known');
  timeline = before(timeline, events.slice(0, 50));
  assert.deepEqual([timeline.first, timeline.entries.length], [1, MOST + 50]);
  timeline = fold(timeline, events.slice(MOST + 50, MOST + 60));
  assert.deepEqual([timeline.first, timeline.entries[0].text, timeline.entries.length], [11, '11', MOST + 50]);
  while (timeline.last < events.length) {
    timeline = fold(before(timeline, events.slice(0, timeline.first - 1).slice(-400)), events.slice(timeline.last, timeline.last + 400));
    assert.ok(timeline.entries.length <= MOST_ASKED, String(timeline.entries.length));
    assert.equal(timeline.entries[0].seq, timeline.first);
  }
});

test('an answer that was known before its question finds it', () => {
  const called = event('a', 1, 'tool_called', { call: 'c', tool: 'Bash', input: '{}' });
  const asked = event('a', 2, 'asked', { need: 'n', kind: 'answer', text: 'Why?' });
  const known = fold(START, [event('a', 3, 'tool_answered', { call: 'c', output: 'x', failed: true }), event('a', 4, 'answered', { need: 'n', answer: 'so' })]);
  assert.deepEqual(known.entries.map((it) => it.kind), ['tool', 'told'], 'alone they stand for themselves');
  const whole = before(known, [called, asked]);
  assert.deepEqual(whole.entries.map(({ kind, tool, output, failed, answer }) => [kind, tool, output, failed, answer]), [['tool', 'Bash', 'x', true, undefined], ['asked', undefined, undefined, undefined, 'so']]);
});

test('words that grow are there until they are said', () => {
  let heard = { timeline: START, draft: '' };
  for (const message of [{ offset: 0, text: 'Wat' }, { offset: 3, text: 'er fir' }, { offset: 9, text: 'st.' }]) heard = hear(heard, message);
  assert.equal(heard.draft, 'Water first.');
  heard = hear(heard, { events: [event('a', 1, 'thought', { text: 'hm' })] });
  assert.equal(heard.draft, 'Water first.');
  heard = hear(heard, { events: [event('a', 2, 'said', { text: 'Water first.' })] });
  assert.deepEqual([heard.draft, heard.timeline.entries.map((it) => it.text)], ['', ['hm', 'Water first.']]);
  assert.equal(hear(heard, { offset: 0, text: 'Then' }).draft, 'Then');
  for (const type of ['completed', 'failed', 'stopped', 'requeued']) assert.equal(hear(hear(heard, { offset: 0, text: 'Half a' }), { events: [event('a', 3, type, { reason: 'lost' })] }).draft, '', `nobody writes on when it is ${type}`);
});

test('what came in passing leaves no gap when a conversation comes again, and of a long one nothing is taken for something else', async () => {
  const { hear: listen, shown } = await load('sessions.js');
  const greeting = { type: 'system', session_id: 's', content: 'Connected.' };
  const said = (...all) => all.map((content) => ({ type: 'message', role: 'assistant', content }));
  const comes = (talk, ...messages) => [greeting, ...messages].reduce(listen, talk);
  const is = (talk) => shown(talk).map((it) => it.content);
  const [one, two, three] = said('one', 'two', 'three');
  const talk = comes({ entries: [], before: [], asked: 0 }, one, { type: 'system', content: 'Steered.' }, { type: 'system', agent: 'reviewer', content: 'Transferred.' }, two, three);
  assert.deepEqual(is(talk), ['one', 'Steered.', 'Transferred.', 'two', 'three']);
  for (const again of [[], [one], [one, two], [one, two, three]]) assert.deepEqual(is(comes(talk, ...again)), ['one', 'two', 'three']);
  const long = comes(talk, ...said(...Array.from({ length: 450 }, (_, n) => `Line ${n}.`)));
  assert.ok(long.cut, 'else this shows nothing');
  assert.deepEqual(is(comes(long, one)), ['one']);
});

// Numbers.

test('numbers and times are short', () => {
  assert.deepEqual([0, 999, 9999, 12_345, 1_234_567, 250_000_000].map(count), ['0', '999', '9,999', '12.3k', '1.2M', '250M']);
  assert.deepEqual([0, 0.004, 0.5, 12.345, null].map(money), ['$0', '$0.0040', '$0.500', '$12.35', '$?']);
  assert.deepEqual([5, 65, 3725, 90_000].map(duration), ['5s', '1m 05s', '1h 02m', '1d 01h']);
  assert.deepEqual([0, 3, 125, 7200].map(ago), ['just now', '3 s ago', '2 min ago', '2 h ago']);
  assert.deepEqual([12, 2048, 3 * 1024 * 1024].map(bytes), ['12 B', '2.0 KB', '3.0 MB']);
  const noon = new Date(2026, 0, 2, 12, 3, 4);
  assert.deepEqual([clock(noon, noon), clock(noon, new Date(2026, 0, 3))], ['12:03:04', '2 Jan 12:03:04']);
});

test('where nobody else has spent anything nothing is plotted for others', async () => {
  const { byDay } = await load('costs.js');
  const rows = ['a', 'b', 'c'].map((key, n) => ({ day: '2026-01-01', key, cost_usd: (n + 1) / 10 })).concat({ day: '2026-01-02', key: 'd', cost_usd: 0.4 });
  const keys = ['c', 'b', 'a'].map((key) => ({ key }));
  assert.deepEqual(byDay(rows, ['2026-01-01', '2026-01-02'], keys, true).map((it) => it.values), [[0.3, 0.2, 0.1, 0], [0, 0, 0, 0.4]]);
});

test('what is invented is known of a day, of a tree, and of a run below which somebody plays a script', async () => {
  const { byDay } = await load('costs.js');
  const spent = [{ day: '2026-01-01', key: 'a', cost_usd: 0.5, invented_usd: 0.2 }, { day: '2026-01-01', key: 'b', cost_usd: 0.1, invented_usd: 0.1 }];
  assert.deepEqual(byDay(spent, ['2026-01-01'], [{ key: 'a' }], true)[0].invented, [0.2, 0.1]);
  const runs = new Map([row('top', { root: 'top' }), row('mid', { root: 'top', parent: 'top' }), row('leaf', { root: 'top', parent: 'mid', invented: true, cost_usd: 1 }), row('other', { root: 'top', parent: 'top' })].map((it) => [it.id, it]));
  assert.deepEqual([...runs.values()].map((it) => invents(it, runs)), [true, true, true, false]);
  assert.deepEqual([sums([...runs.values()]).invented, sums([runs.get('top')]).invented], [true, false]);
  const free = row('free', { invented: true, cost_usd: 0 });
  assert.equal(sums([free]).invented, false, 'nothing is nothing');
  assert.equal(invents(free, new Map([['free', free], ['real', row('real', { root: 'free', parent: 'free', cost_usd: 5 })]])), false, 'nor is it in what another really costs');
});

test('a number that cannot be read is refused, and never taken for none', () => {
  assert.deepEqual(readNumber(' 2.50 '), { value: 2.5 });
  assert.deepEqual(readNumber(''), { value: null });
  for (const wrong of ['5e', '5e3', '-1', '1,5', '0x10', 'NaN', 'Infinity', '1 2', '.', '--']) assert.ok(readNumber(wrong).error, wrong);
  assert.ok(readNumber('1.5', { integer: true }).error);
});

// What agents say.

const texts = (node) => (node === null || node === undefined || node === false ? '' : Array.isArray(node) ? node.map(texts).join('') : typeof node === 'object' ? texts(node.props.children) : String(node));
const elements = (node, found = []) => {
  if (Array.isArray(node)) node.forEach((it) => elements(it, found));
  else if (node && typeof node === 'object') { found.push(node); elements(node.props.children, found); }
  return found;
};

test('markup is text', () => {
  const html = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  assert.equal(texts(said(html)), html);
  assert.deepEqual([...new Set(elements(said(html)).map((it) => it.type))], ['div', 'p']);
});

test('only links to the web are links, and they say where they lead', () => {
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x', ' javascript:x', 'https://user:pw@host/', '//host', 'java\nscript:x']) assert.equal(link(bad, 'x'), null, bad);
  assert.equal(texts(said('[bank](https://evil.example/x)')), 'bank (evil.example)');
  assert.deepEqual(elements(said('see https://example.org/a, and more')).filter((it) => it.type === 'a').map((it) => it.props.href), ['https://example.org/a']);
  for (const [address, host] of [['https://\u0430pple.com', 'xn--pple-43d.com'], ['https://\u0430pple.com/xn--pple-43d.com', 'xn--pple-43d.com'], ['https://ex%61mple.org', 'example.org'], ['https://example.org\u3002evil.example/', 'example.org.evil.example']]) assert.equal(texts(said(`at ${address}`)), `at ${address} (${host})`);
  for (const plainly of ['https://example.org', 'HTTP://Example.org:8080/a?b=c#d', 'https://xn--pple-43d.com/']) assert.equal(texts(said(`at ${plainly}.`)), `at ${plainly}.`);
  assert.equal(elements(said('[x](javascript:alert(1))')).filter((it) => it.type === 'a').length, 0);
});

test('characters that deceive are shown as what they are', () => {
  assert.equal(texts(visible('a\u202Eb\u0007\u200b\u{E0041}')), 'aU+202EbU+0007U+200BU+E0041');
  assert.equal(texts(visible('tab\tand\nline, ünïcödé, 👩‍💻')), 'tab\tand\nline, ünïcödé, 👩‍💻');
  assert.equal(plain('\u001b[31mred\u001b[0m\u202E'), 'redU+202E');
  assert.equal(line('a\n\n b\u0000', 10), 'a bU+0000');
});

test('of all characters those are shown as what they are that the terminal leaves out, too', () => {
  const table = readFileSync(new URL('../../resources/text/unseen.txt', import.meta.url), 'utf8').split('\n').filter((it) => /^[0-9A-F]/.test(it)).map((it) => it.split('-').map((hex) => Number.parseInt(hex, 16)));
  const unseen = (code) => table.some(([first, last = first]) => code >= first && code <= last);
  const wrong = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const text = `a${String.fromCodePoint(code)}b`;
    const name = `aU+${code.toString(16).toUpperCase().padStart(4, '0')}b`;
    if (texts(visible(text)) !== (unseen(code) ? name : text)) wrong.push(name);
    if (/\p{Default_Ignorable_Code_Point}/u.test(text) && !unseen(code)) wrong.push(`${name} is not in the table`);
  }
  assert.deepEqual(wrong, []);
});

test('what joins and selects is seen where there is something to join and to select, once', () => {
  for (const good of ['👩‍💻', '❤️‍🔥', '1️⃣', 'می‌خواهم', 'क्‍ष', '✔️ so']) assert.equal(texts(visible(good)), good);
  assert.equal(texts(visible('rm\u200d -rf\ufe0f x\u200c\u200c')), 'rmU+200D -rfU+FE0F xU+200CU+200C');
  assert.equal(texts(visible('✔\ufe0f\ufe01\ufe02')), '✔\ufe0fU+FE01U+FE02');
});

test('of orders to a terminal only colours are obeyed', () => {
  const parts = terminal('\u001b[1;31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001b[2J\u001b[10;10Hx 50%\r100%\n');
  assert.equal(texts(parts), '100%\n');
  const coloured = terminal('\u001b[1;31mred\u001b[0m plain \u001b[38;5;12mx');
  assert.equal(texts(coloured), 'red plain x');
  assert.deepEqual(elements(coloured).map((it) => it.props.class), ['a-bold a-red']);
  assert.equal(texts(terminal('\u001b]0;title\u0007\u001bPq\u001b\\\u001b(B\u001b7ok')), 'ok');
});

test('what is to be allowed is there to the letter', () => {
  const deed = 'Bash: rm -rf *build* _cache_ **all** `id` [docs](https://example.org) # ~ ⏎ - x (no rule names it)';
  assert.equal(texts(asked('permission', deed)), deed);
  assert.deepEqual(elements(asked('permission', deed)).map((it) => it.type), ['div']);
  assert.equal(texts(asked('permission', 'a\u202eb')), 'aU+202Eb');
  assert.equal(texts(asked('answer', 'Is it **so**?')), 'Is it so?');
});

test('a little Markdown is drawn', () => {
  const types = (text) => elements(said(text)).map((it) => it.type);
  assert.deepEqual(types('# Title\n\ntext **bold** `code`'), ['div', 'h3', 'p', 'strong', 'code']);
  assert.deepEqual(['# Title ##  ', '##   C#', '# # ##'].map((it) => texts(said(it))), ['Title', 'C#', '#']);
  assert.deepEqual(types('- a\n- b\n\n1. c'), ['div', 'ul', 'li', 'li', 'ol', 'li']);
  assert.equal(texts(said('```\n<b>\n**not bold**\n```')), '<b>\n**not bold**');
  assert.equal(texts(said('snake_case_name and 2*3*4')), 'snake_case_name and 2*3*4');
});

test('no text takes long, however it is made', () => {
  for (const text of ['['.repeat(50_000), '*'.repeat(50_000), '`'.repeat(50_000), '_a'.repeat(25_000), '\u001b['.repeat(25_000), '> '.repeat(25_000), '[a](b'.repeat(10_000), 'https://'.repeat(7000), '\r'.repeat(50_000), `${'x\r'.repeat(25_000)}`, `# a${' '.repeat(59_000)}b`, `# ${' '.repeat(59_000)}\u2028`, `# a${' #'.repeat(29_000)}b`]) {
    const begin = process.cpuUsage(); // Of the processor: others may be at work beside.
    said(text);
    terminal(text);
    const took = process.cpuUsage(begin).user / 1000;
    assert.ok(took < 1000, `${text.slice(0, 8)} took ${took} ms`);
  }
});
