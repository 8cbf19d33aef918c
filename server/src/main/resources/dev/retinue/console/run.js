// Run: everything about one run, as it happens.
import { classes, fragment, maker, still, tags, useEffect, useRef, useState } from './dom.js';
import { Ago, Button, Card, Choices, Dollars, Elapsed, Facts, Figures, icon, Link, Loading, loaded, Meter, Page, Problem, rest, StateMark, useLoad } from './kit.js';
import { bytes, clock, count, exact, moment, money, plural } from './format.js';
import { get, path, query, text as fetchText } from './api.js';
import { asked, line, Output, said, visible } from './text.js';
import { ended, invents, lineage } from './board.js';
import { feed, forWhom, useFeed, whyNot } from './feed.js';
import { before, hear, pretty, START } from './timeline.js';
import { NeedForm, raise, RaiseButton, RestartButton, stop, StopButton } from './actions.js';
import { Evidence } from './now.js';
import { useKeys } from './keys.js';

const { a, code, details, div, h2, li, ol, p, pre, section, span, summary, time, ul } = tags;

const TAIL = 400;
const DRAWN = 300; // Entries that are drawn at once; the others are a press away.
const PAUSE = 2500; // What the board cannot know of a run at work is asked for at most so often.
const BREATH = 60; // Many events are one drawing. Not a frame: a page that nobody sees gets none, and would keep them all.

const RunPage = ({ path: [id] }) => {
  const { board } = useFeed();
  const details_ = useLoad(() => get(path`/api/agents/${id}`), [id]);
  const live = board.runs.get(id);
  const state = live?.state;
  const needs = live?.needs.length;
  const budget = JSON.stringify(live?.budget);
  const seen = useRef(null);
  // What the board cannot know (summary, checks, facts) is asked for anew when the run becomes another, and a little later when something happened in it.
  useEffect(() => {
    const now = `${state}/${needs}/${budget}`;
    if (seen.current !== null && seen.current !== now) details_.reload();
    seen.current = now;
  }, [state, needs, budget]);
  const soon = useRef(null);
  useEffect(() => {
    if (live?.seq > details_.data?.seq) soon.current ??= setTimeout(() => { soon.current = null; if (!rest.on) details_.refresh(); }, PAUSE);
  }, [live?.seq, details_.loading, rest.on]);
  useEffect(() => () => clearTimeout(soon.current), []);
  if (details_.data === undefined) return Page({ title: 'Run' }, details_.error ? Problem({ error: details_.error, retry: details_.reload }) : Loading());
  return Whole({ run: merged(details_.data, live), pretends: invents(details_.data, board.runs), reload: details_.reload });
};

/** What was asked for, with what has happened since. */
function merged(data, live) {
  const base = { ...data, needs: data.waiting_for ?? [], tokens_by: data.tokens, tokens: data.tokens.input + data.tokens.output, ended_at: data.completed_at ?? data.stopped_at };
  return live ? { ...base, ...live, contract: data.contract, summary: data.summary, error: data.error, warnings: data.warnings, evidence: data.evidence, invented: data.invented, tree_cost_usd: data.tree_cost_usd } : base;
}

const Whole = maker(({ run, pretends, reload }) => {
  const over = ended(run);
  useKeys([
    ['u', 'Back to all runs', () => { location.hash = '#/now'; }],
    ['x', 'Stop this run', () => { if (!over && !whyNot('run')) stop(run); }],
    ['b', 'Change its budget', () => { if (!over && !whyNot('run')) raise(run); }],
    ['a', 'Answer what it waits for', () => document.querySelector('.need textarea, .need button')?.focus()],
    ['g', 'To the newest entry', () => document.getElementById('end')?.scrollIntoView()],
  ]);
  const most = run.budget?.max_cost_usd;
  return Page({
    title: run.agent,
    sub: fragment(span({ class: 'run-line' }, StateMark({ state: run.state, liveness: run.liveness }), Evidence({ run }))),
    actions: [Link({ key: 'back', to: ['now'], class: 'btn plain' }, icon('back'), 'All runs'), over ? RestartButton({ key: 'again', run }) : [RaiseButton({ key: 'b', run }), StopButton({ key: 's', run })]],
  },
  Task({ text: run.contract }),
  Figures({ items: [
    ['Time', Elapsed({ from: run.started_at, to: run.ended_at }), over ? 'from begin to end' : 'since it began'],
    ['Tokens', count(run.tokens), `${count(run.tokens_by.input)} in · ${count(run.tokens_by.output)} out${run.tokens_by.cached > 0 ? ` · ${count(run.tokens_by.cached)} cached` : ''}`],
    ['Cost', Dollars({ usd: run.cost_usd, invented: run.invented }), run.model ?? run.runtime],
    ['With all below it', Dollars({ usd: run.tree_cost_usd, invented: pretends }), most === null || most === undefined ? 'no budget of its own' : fragment(`of ${money(most)}`, Meter({ value: run.tree_cost_usd ?? run.cost_usd ?? 0, max: most, name: 'Budget used' }))],
  ] }),
  run.needs.length > 0 && Card({ class: 'attention', title: `It waits ${forWhom()}` }, ul({ class: 'asks' }, run.needs.map((need) => li({ key: need.id }, NeedForm({ run, need }))))),
  run.warnings?.length > 0 && Card({ title: 'Warnings' }, ul(run.warnings.map((it) => li({ key: it }, visible(it))))),
  div({ class: 'run-cols' }, Timeline({ key: run.id, run }), div({ class: 'run-side' }, Outcome({ run }), Result({ run }), Checks({ run }), Lineage({ run }), How({ run }), RawLog({ run }))));
});

const Task = maker(({ text }) => {
  const long = (text ?? '').length > 400 || (text ?? '').split('\n').length > 5;
  return text ? details({ class: 'task', open: !long }, summary('Task', long && span({ class: 'quiet small' }, ` ${line(text, 120)}`)), div({ class: 'task-text' }, visible(text))) : null;
});

// The timeline.

const FILTERS = [['all', 'Everything'], ['talk', 'Text'], ['tools', 'Tools']];
const SHOWS = { all: () => true, talk: (it) => ['text', 'told', 'asked', 'end', 'note', 'thought'].includes(it.kind), tools: (it) => it.kind === 'tool' || it.kind === 'end' };

const Timeline = maker(({ run }) => {
  const [{ timeline, draft }, setHeard] = useState({ timeline: START, draft: '' });
  const [kind, setKind] = useState('all');
  const [drawn, setDrawn] = useState(DRAWN);
  const [gone, setGone] = useState(null);
  const [follows, setFollows] = useState(!ended(run));
  const end = useRef(null);
  useEffect(() => {
    let waiting = [];
    let timer = null;
    const flush = () => { timer = null; const all = waiting; waiting = []; setHeard((old) => all.reduce(hear, old)); };
    const later = (message) => { waiting.push(message); timer ??= setTimeout(flush, BREATH); };
    const stop = feed.watch(run.id, Math.max(0, run.seq - TAIL), { take: (events) => later({ events }), draft: later, gone: setGone });
    return () => { stop(); clearTimeout(timer); };
  }, [run.id]);
  // Whoever is at the end stays there; whoever has scrolled up reads in peace.
  useEffect(() => {
    const look = () => setFollows(end.current !== null && end.current.getBoundingClientRect().top < innerHeight + 120);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  useEffect(() => { if (follows && scrollY > 0) end.current?.scrollIntoView({ block: 'end' }); }, [timeline.last, draft]);
  const earlier = async () => {
    if (timeline.entries.length > drawn) { setDrawn(drawn + DRAWN); return; }
    const after = Math.max(0, timeline.first - 1 - TAIL);
    const page = await get(query(path`/api/agents/${run.id}/events`, { after, limit: TAIL }));
    setHeard((old) => ({ ...old, timeline: before(old.timeline, page.events) }));
    setDrawn(drawn + DRAWN);
  };
  const fitting = timeline.entries.filter(SHOWS[kind]);
  const entries = fitting.slice(-drawn);
  const more = fitting.length > entries.length || timeline.first > 1;
  return section({ class: 'timeline', 'aria-label': 'Timeline' },
    div({ class: 'timeline-head' }, h2('Timeline'), Choices({ name: 'Which entries', value: kind, onChange: setKind, options: FILTERS })),
    gone && Problem({ error: gone }),
    more && div({ class: 'center' }, Button({ kind: 'tight', onClick: earlier }, 'Show earlier')),
    entries.length === 0 && !gone && p({ class: 'quiet' }, 'Nothing has happened yet.'),
    ol({ class: 'entries' }, entries.map((entry) => Entry({ key: entry.seq, entry, run: run.id, over: ended(run), invented: run.invented }))),
    draft !== '' && div({ class: 'event draft', 'aria-hidden': 'true' }, div({ class: 'mark' }, span({ class: 'pulse' }, '…')), div({ class: 'event-what' }, said(draft))),
    div({ ref: end, id: 'end' }),
    !follows && !ended(run) && div({ class: 'jump' }, Button({ kind: 'primary tight', onClick: () => end.current.scrollIntoView({ block: 'end' }) }, 'To the newest')));
});

const Entry = still(({ entry, run, over, invented }) => li({ class: classes('event', entry.kind, entry.failed && 'bad', entry.kind === 'end' && !entry.good && 'bad') },
  time({ class: 'event-when num', dateTime: entry.at, title: moment(entry.at) }, clock(entry.at)), div({ class: 'event-what' }, what(entry, run, over, invented))));

function what(entry, run, over, invented) {
  switch (entry.kind) {
    case 'text': return fragment(said(entry.text), entry.cut && Whole_({ run, seq: entry.seq, field: 'text' }));
    case 'thought': return details(summary(entry.title ?? 'Reasoning', span({ class: 'quiet' }, ` ${line(entry.text, 90)}`)), said(entry.text));
    case 'tool': return Tool({ entry, run, over });
    case 'asked': return fragment(p({ class: 'label' }, entry.asks === 'permission' ? 'Asks for permission' : entry.asks === 'answer' ? 'Asks' : 'Waits'), asked(entry.asks, entry.text), entry.answer !== undefined && p({ class: 'answer' }, span({ class: 'label' }, 'Answered: '), visible(entry.answer)));
    case 'told': return fragment(p({ class: 'label' }, 'Was told'), said(entry.text));
    case 'spent': return span({ class: 'num' }, `${exact(entry.input)} tokens in${entry.cached > 0 ? ` (${exact(entry.cached)} cached)` : ''} · ${exact(entry.output)} out · `, Dollars({ usd: entry.cost, invented }));
    case 'check': return fragment(span({ class: `state ${entry.passed ? 'completed' : 'failed'}` }, icon(entry.passed ? 'check' : 'cross'), `Check ${entry.check} ${entry.passed ? 'passed' : 'failed'}`), entry.text && p({ class: 'quiet' }, visible(entry.text)));
    case 'facts': return details(summary('Learned ', span({ class: 'quiet' }, Object.keys(entry.facts).join(', '))), Facts({ items: Object.entries(entry.facts).map(([name, value]) => [name, code(visible(value))]) }));
    case 'end': return fragment(p({ class: `state ${entry.good ? 'completed' : 'failed'}` }, icon(entry.good ? 'check' : 'cross'), entry.title), entry.text && said(entry.text));
    default: return visible(entry.text);
  }
}

/** A tool that was called: what it was given and what it answered, folded. */
const Tool = maker(({ entry, run, over }) => {
  const waits = entry.output === undefined && !over;
  return details({ class: 'tool' },
    summary(span({ class: `state ${entry.failed ? 'failed' : waits ? 'running' : ''}` }, icon(entry.failed ? 'cross' : waits ? 'work' : 'check', waits ? 'spin' : undefined), span({ class: 'hidden-text' }, entry.failed ? 'failed' : waits ? 'at work' : 'done')),
      code({ class: 'tool-name' }, visible(entry.tool)), span({ class: 'tool-brief' }, entry.command ? `$ ${line(entry.command, 160)}` : line(entry.input, 160))),
    entry.command ? pre({ class: 'block', tabIndex: 0 }, span({ class: 'quiet' }, '$ '), visible(entry.command)) : entry.input && entry.input !== '{}' && fragment(p({ class: 'label' }, 'Input'), pre({ class: 'block', tabIndex: 0 }, visible(pretty(entry.input)))),
    entry.output !== undefined && fragment(p({ class: 'label' }, entry.failed ? 'Failed' : 'Output'), Output(entry.output), entry.cutOutput && Whole_({ run, seq: entry.outputSeq, field: 'output' })));
});

/** The whole of a text that came shortened, when somebody wants it. */
const Whole_ = maker(({ run, seq, field }) => {
  const [whole, set] = useState(null);
  return whole === null ? Button({ kind: 'tight', onClick: async () => set((await get(query(path`/api/agents/${run}/events`, { after: seq - 1, limit: 1 }))).events[0]?.[field] ?? '') }, 'Show all of it') : Output(whole);
});

// Beside the timeline.

const Outcome = maker(({ run }) => (run.summary || run.error) && ended(run)
  ? Card({ title: run.state === 'completed' ? 'Summary' : 'How it ended' }, said(run.summary ?? run.error), run.summary && run.error && p({ class: 'quiet' }, visible(run.error)),
    run.state === 'completed' && p({ class: 'small quiet' }, { verified: 'Verified: the server made its checks itself, and all of them passed.', claimed: 'The agent says so; nothing checked it.', assumed: 'Assumed: the agent merely stopped talking.' }[run.evidence])) : null);

const Result = maker(({ run }) => {
  const [shown, setShown] = useState(null);
  if (!run.payload_size) return null;
  const where = path`/api/agents/${run.id}/payload`;
  return Card({ title: `Result, ${bytes(run.payload_size)}` },
    div({ class: 'row' }, Button({ onClick: async () => { try { setShown(await fetchText(where)); } catch (error) { setShown({ text: error.message }); } } }, 'View'), a({ class: 'btn', href: where, download: `${run.id}.txt` }, icon('download'), 'Download')),
    shown && fragment(Output(shown.text), shown.cut && p({ class: 'quiet small' }, 'This is its beginning; the download has all of it.')));
});

const Checks = maker(({ run }) => run.checks?.length > 0
  ? Card({ title: run.evidence === 'verified' ? 'Checks: verified' : 'Checks' }, ul({ class: 'stack' }, run.checks.map((it) => li({ key: it.check ?? it.name }, span({ class: `state ${it.passed ? 'completed' : 'failed'}` }, icon(it.passed ? 'check' : 'cross'), it.check ?? it.name, it.passed ? ' passed' : ' failed'), it.detail && p({ class: 'quiet small' }, visible(it.detail)))))) : null);

/** The tree it belongs to. */
const Lineage = maker(({ run }) => {
  const { board } = useFeed();
  const asked = useLoad(() => get(query('/api/agents', { root: run.root, limit: 1000 })), [run.root]);
  const known = new Map((asked.data?.agents ?? []).map((it) => [it.id, { ...it, created_at: it.started_at }]));
  for (const it of board.runs.values()) if (it.root === run.root) known.set(it.id, it);
  const all = lineage([...known.values()]);
  return all.length > 1 ? Card({ title: `Tree of ${asked.data?.next ? 'more than ' : ''}${plural(all.length, 'run')}` }, asked.data?.next && p({ class: 'quiet small' }, 'Not all of them are here: of so many only the newest are shown.'), ul({ class: 'tree' }, all.map(({ run: it, depth }) =>
    li({ key: it.id, class: `d${Math.min(depth, 6)}`, 'aria-current': it.id === run.id ? 'true' : undefined }, StateMark({ state: it.state, liveness: it.liveness, only: true }), Link({ to: ['run', it.id] }, it.agent), span({ class: 'quiet tree-task' }, line(it.contract, 60)), span({ class: 'num quiet' }, Dollars({ usd: it.cost_usd, invented: it.invented })))))) : null;
});

const TIERS = { 0: 'none', 1: 'supervised', 2: 'files are limited', 3: 'its own namespaces' };

const How = maker(({ run }) => {
  const { program, command, sandbox, sandbox_tier: tier, version, model, ...others } = run.facts;
  return Card({ title: 'How it runs' },
    Facts({ items: [
      ['Id', code(run.id)], ['Runtime', run.runtime], ['Model', model ?? run.model], ['Program', program && code(visible(program))], ['Version', version], ['Command', command && pre({ class: 'block', tabIndex: 0 }, visible(command))],
      ['Sandbox', tier === undefined ? null : `tier ${tier}: ${sandbox ?? TIERS[tier] ?? ''}`], ['Folder', run.working_dir && code(visible(run.working_dir))],
      ['Session', run.session && Link({ to: ['sessions', run.session] }, run.session)], ['Repeats', run.restart_of && Link({ to: ['run', run.restart_of] }, run.restart_of)], ['Follows', run.follows && Link({ to: ['run', run.follows] }, run.follows)], ['Followed by', run.followed_by && Link({ to: ['run', run.followed_by] }, run.followed_by)],
      ['Started', Ago({ at: run.started_at })], ['Branch', run.isolation && code(visible(run.isolation.branch))], ['Fetch it', run.isolation && code(visible(run.isolation.fetch))],
    ] }),
    Object.keys(others).length > 0 && details({ class: 'small' }, summary('Everything that is known'), Facts({ items: Object.entries(others).map(([name, value]) => [name, code(visible(value))]) })));
});

/** What the program printed, as it did. */
const RawLog = maker(({ run }) => {
  const [shown, setShown] = useState(null);
  const where = path`/api/agents/${run.id}/output`;
  const view = async () => { try { setShown(await fetchText(where, 102_400, true)); } catch (error) { setShown({ error }); } };
  return run.output_size ? Card({ title: `Raw log, ${bytes(run.output_size)}` }, div({ class: 'row' }, Button({ onClick: view }, shown ? 'Read again' : 'View'), a({ class: 'btn', href: where, download: `${run.id}.log` }, icon('download'), 'Download')), shown && fragment(shown.cut && p({ class: 'quiet small' }, 'These are its last 100 KB; the download has all of it.'), shown.error ? Problem({ error: shown.error }) : Output(shown.text))) : null;
});

export default { title: 'Run', Page: RunPage };
