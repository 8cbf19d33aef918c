// Now: every run, grouped by tree, with what it does and what it costs; what waits for somebody stands above all.
import { classes, maker, tags, useEffect, useLayoutEffect, useMemo, useRef, useState } from './dom.js';
import { Button, Card, Choices, Dollars, Elapsed, Empty, Link, Loading, Meter, Page, StateMark, toast, useNow } from './kit.js';
import { ago, count, money, plural } from './format.js';
import { line } from './text.js';
import { agents, attention, ended, evidence, MOST_ASKED, rows, sums, tally } from './board.js';
import { feed, forWhom, useFeed, whyNot } from './feed.js';
import { NeedForm, raise, RaiseButton, stop, StopButton } from './actions.js';
import { useKeys } from './keys.js';

const { code, div, input, li, option, p, pre, select, span, ul } = tags;

const FILTERS = [['all', 'All'], ['work', 'At work'], ['waiting', 'Waiting'], ['stalled', 'Stalled'], ['ended', 'Ended']];
const SHOWN_NEEDS = 4;
const SPARE = 8; // Rows that are drawn beyond what one sees, so that scrolling shows no holes.
const narrow = matchMedia('(max-width: 62rem)');

// Kept while one looks at a run and comes back.
const kept = { kind: 'all', agent: '', search: '', at: null };

const Now = () => {
  const { board } = useFeed();
  const [filter, setFilter] = useState({ ...kept });
  const change = (part) => { Object.assign(kept, part); setFilter({ ...kept }); };
  const shown = useMemo(() => rows(board, filter), [board, filter]);
  const counts = useMemo(() => tally(board), [board]);
  const pretends = useMemo(() => sums([...board.runs.values()]).invented, [board]);
  const waiting = attention(board);
  const more = board.complete && board.older !== null && board.runs.size < MOST_ASKED;
  const search = useRef(null);
  const list = useRef(null);
  /** Does something with the run in whose row the focus is, and with no other. */
  const toFocused = (action) => () => {
    const held = document.activeElement?.closest('li.run')?.querySelector('.run-go').id;
    const run = shown.find((row) => `go-${row.run.id}` === held)?.run;
    if (!run) toast('Go to a run first, with j and k.');
    else if (!ended(run) && !whyNot('run')) action(run);
  };
  useKeys([
    ['/', 'Search', () => search.current?.focus()],
    ['j ArrowDown', 'Next run', () => list.current?.move(1)],
    ['k ArrowUp', 'Previous run', () => list.current?.move(-1)],
    ['x', 'Stop the run with the focus', toFocused(stop)],
    ['b', 'Change its budget', toFocused(raise)],
    ['a', 'Answer what waits', () => document.querySelector('.need textarea, .need button')?.focus()],
  ]);
  return Page({ title: 'Now', sub: board.complete ? summary(counts, pretends) : 'Loading …' },
    waiting.length > 0 && Card({ class: 'attention', title: `${waiting.length} ${waiting.length === 1 ? 'waits' : 'wait'} ${forWhom()}` },
      ul({ class: 'asks' }, waiting.slice(0, SHOWN_NEEDS).map(({ run, need }) => li({ key: `${run.id}/${need.id}` },
        p({ class: 'need-who' }, Link({ to: ['run', run.id] }, run.agent), span({ class: 'quiet small' }, line(run.contract, 90))),
        NeedForm({ run, need })))),
      waiting.length > SHOWN_NEEDS && p({ class: 'quiet small' }, `${plural(waiting.length - SHOWN_NEEDS, 'more')} below.`)),
    div({ class: 'tools' },
      Choices({ name: 'Which runs', value: filter.kind, onChange: (kind) => change({ kind }), options: FILTERS.map(([key, words]) => [key, words, more && (key === 'all' || key === 'ended') ? `${counts[key]}+` : counts[key]]) }),
      select({ 'aria-label': 'Agent', value: filter.agent, onChange: (event) => change({ agent: event.target.value }) }, option({ value: '' }, 'All agents'), agents(board).map((name) => option({ key: name, value: name }, name))),
      input({ ref: search, type: 'search', 'aria-label': 'Search', placeholder: 'Search prompts, agents, ids', value: filter.search, onInput: (event) => change({ search: event.target.value }) })),
    shown.length > 0 ? Runs({ rows: shown, handle: list })
      : !board.complete ? Loading({ what: 'Loading runs' })
        : board.runs.size > 0 ? Empty({ title: 'No run fits' }, p('Choose another filter, or search for something else.'))
          : Empty({ title: 'Nothing has run yet' }, p('Give an agent something to do from your MCP client, on the page Staff, or with'), pre(code('retinue run "What does this project do?"'))),
    more && div({ class: 'center' }, span({ class: 'quiet small' }, `Of what has ended only the newest ${counts.ended} are here.`), Button({ kind: 'tight', why: feed.connection.status === 'live' ? undefined : 'Retinue is not connected.', onClick: () => feed.older() }, 'Show older')));
};

const summary = (counts, pretends) => [plural(counts.work, 'run at work', 'runs at work'), counts.waiting > 0 && `${counts.waiting} waiting`, counts.stalled > 0 && `${counts.stalled} stalled`, pretends && 'dollars with * are invented'].filter(Boolean).join(' · ');

/** The list, of which only what one sees is drawn: thousands of rows are no more than a screenful. */
const Runs = maker(({ rows: all, handle }) => {
  const box = useRef(null);
  const [view, setView] = useState({ from: 0, to: 40, tall: narrow.matches ? 84 : 52 });
  const focus = useRef(false);
  const tall = view.tall;
  useLayoutEffect(() => {
    let frame = null;
    const look = () => {
      frame = null;
      const height = narrow.matches ? 84 : 52;
      const top = box.current.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor(-top / height) - SPARE);
      const to = Math.ceil((innerHeight - top) / height) + SPARE;
      setView((old) => (old.from === from && old.to === to && old.tall === height ? old : { from, to, tall: height }));
    };
    const later = () => { frame ??= requestAnimationFrame(look); };
    look();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => { removeEventListener('scroll', later); removeEventListener('resize', later); cancelAnimationFrame(frame); };
  }, []);
  const move = (by) => {
    const at = all.findIndex((row) => row.run.id === kept.at);
    const next = Math.max(0, Math.min(all.length - 1, at === -1 ? 0 : at + by));
    kept.at = all[next].run.id;
    focus.current = true;
    const top = box.current.getBoundingClientRect().top + scrollY + next * tall;
    if (top < scrollY + 60 || top + tall > scrollY + innerHeight - 60) scrollTo(0, top - innerHeight / 2);
    setView((old) => ({ ...old }));
  };
  handle.current = { move };
  useEffect(() => () => { handle.current = null; }, []);
  useEffect(() => {
    if (!focus.current) return;
    const link = document.getElementById(`go-${kept.at}`);
    if (link) { focus.current = false; link.focus({ preventScroll: true }); }
  });
  // Whoever is in a row stays in it, wherever it goes: it is drawn even where nobody sees it.
  const held = box.current?.contains(document.activeElement) ? document.activeElement : null;
  const holder = held?.closest('li.run')?.querySelector('.run-go').id;
  useLayoutEffect(() => {
    if (holder && document.activeElement === document.body) (held.isConnected ? held : document.getElementById(holder) ?? document.getElementById('title'))?.focus({ preventScroll: true });
  });
  const drawn = all.slice(view.from, view.to).map((row, n) => [row, view.from + n]);
  if (holder && !drawn.some(([{ run }]) => `go-${run.id}` === holder)) {
    const at = all.findIndex(({ run }) => `go-${run.id}` === holder);
    if (at !== -1) drawn.push([all[at], at]);
  }
  return div({ class: 'runs', ref: box },
    div({ class: 'runs-head', 'aria-hidden': 'true' }, span('Run'), span('State'), span({ class: 'right' }, 'Time'), span({ class: 'right' }, 'Tokens'), span({ class: 'right' }, 'Cost'), span()),
    ul({ class: 'runs-list', 'aria-label': plural(all.length, 'run'), style: { height: `${all.length * tall}px` } },
      drawn.map(([row, at]) => RunRow({ key: row.run.id, row, top: at * tall, place: at + 1, size: all.length }))));
});

const RunRow = maker(({ row: { run, depth, tree }, top, place, size }) =>
  li({ class: classes('run', depth > 0 && 'below', ended(run) && 'past'), 'aria-posinset': place, 'aria-setsize': size, style: { transform: `translateY(${top}px)` } },
    div({ class: `run-what d${Math.min(depth, 6)}` },
      div({ class: 'run-name' },
        Link({ to: ['run', run.id], id: `go-${run.id}`, class: 'run-go', onFocus: () => { kept.at = run.id; } }, run.agent, depth > 0 && span({ class: 'hidden-text' }, `, at depth ${depth}`)),
        tree && span({ class: 'run-tree' }, plural(tree.size, 'run'))),
      span({ class: 'run-task' }, line(run.contract, 160) || 'no task yet')),
    div({ class: 'run-state' }, StateMark({ state: run.state, liveness: run.liveness }), Evidence({ run })),
    div({ class: 'run-time num' }, Elapsed({ from: run.started_at, to: run.ended_at })),
    div({ class: 'run-tokens num' }, count(tree ? tree.tokens : run.tokens), span({ class: 'unit' }, ' tokens')),
    div({ class: 'run-cost num' }, Cost({ run, tree })),
    div({ class: 'run-acts' }, !ended(run) && [RaiseButton({ key: 'b', run, small: true }), StopButton({ key: 's', run, small: true })])));

/** What shows that it is as it says. */
export const Evidence = maker(({ run }) => {
  const now = useNow();
  const { text, since, detail } = evidence(run, now);
  const words = since === undefined || since === null ? text : `${text}, last output ${ago(since)}`;
  return span({ class: 'run-evidence', title: line(detail ?? words, 300) }, line(words, 120));
});

/** What it, and all below a root, has cost, against what it may. */
export const Cost = maker(({ run, tree }) => {
  const spent = tree ? tree.cost : run.cost_usd;
  const most = run.budget?.max_cost_usd;
  return span({ class: 'cost' }, span(Dollars({ usd: spent, invented: tree ? tree.invented : run.invented }), most !== undefined && most !== null && span({ class: 'quiet' }, ` of ${money(most)}`)), most > 0 && spent !== null && Meter({ value: spent ?? 0, max: most, name: 'Budget used' }));
});

export default { title: 'Now', Page: Now };
