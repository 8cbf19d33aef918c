// The page Health: what the doctor finds, how much of every limit is used, and how fast things go.
import { maker, tags, useState } from './dom.js';
import { get } from './api.js';
import { Ago, Button, Card, Choices, Facts, icon, Loading, Meter, Page, Problem, Table, useEvery, useLoad } from './kit.js';
import { bytes, count, duration } from './format.js';
import { plain } from './text.js';
import { Sparkline } from './chart.js';

const { code, dd, div, dl, dt, li, p, span, strong, ul } = tags;

const PAUSE = 2000;
const KEPT = 90;
const LIMITS_PAUSE = 5000;

const ms = (value) => (value === undefined || value === null || Number.isNaN(value) ? '–' : value < 10 ? `${Number(value).toFixed(1)} ms` : value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`);
const rate = (value) => (value < 10 ? Number(value).toFixed(1) : count(Math.round(value)));

// Vitals are kept while the page is away, so that its lines do not begin anew.
const past = [];
const LINES = [
  ['Calls a second', (it) => it.calls_per_second, (it) => `${rate(it)}/s`], ['Events a second', (it) => it.events_per_second, (it) => `${rate(it)}/s`],
  ['Half of calls within', (it) => it.p50_ms, ms], ['99 of 100 calls within', (it) => it.p99_ms, ms], ['99 of 100 commits within', (it) => it.store?.commit_p99_ms, ms],
  ['Runs at work', (it) => it.slots?.used, (it) => count(it)], ['Runs in line', (it) => it.queue?.length, (it) => count(it)],
];

const Lines = maker(({ now }) => dl({ class: 'sparks' }, LINES.filter(([, of]) => typeof of(now) === 'number').map(([name, of, show]) =>
  div({ key: name }, dt(name), dd(strong({ class: 'num' }, show(of(now))), Sparkline({ name, values: past.map((it) => of(it) ?? 0), words: show(of(now)) }))))));

const Throughput = maker(() => {
  const state = useLoad(async () => {
    const now = await get('/api/vitals');
    past.push(now);
    if (past.length > KEPT) past.shift();
    return now;
  });
  useEvery(PAUSE, state.refresh);
  const now = state.data;
  if (!now) return Card({ title: 'Throughput' }, state.error ? Problem({ error: state.error }) : Loading({ what: 'Measuring' }));
  return [
    Card({ title: 'Throughput' }, state.error && Problem({ error: state.error }), Lines({ now })),
    Card({ title: 'The daemon', class: 'columns' }, Facts({ items: [
      ['Version', now.version], ['Running for', duration(now.uptime_seconds)], ['Slots', now.slots && `${now.slots.used} of ${now.slots.of} used`], ['Oldest in line', now.queue?.length > 0 ? duration(now.queue.oldest_seconds) : 'nobody waits'],
      ['Runs that are not over', now.runs && (Object.entries(now.runs).map(([name, n]) => `${n} ${name}`).join(', ') || 'none')], ['Streams', now.streams], ['Sockets', now.sockets], ['Sessions at hand', now.sessions],
      ['Memory', now.jvm?.heap_used_bytes && `${bytes(now.jvm.heap_used_bytes)} of ${bytes(now.jvm.heap_max_bytes)}`], ['Threads', now.jvm?.threads], ['Processor', now.jvm?.cpu_load >= 0 ? `${Math.round(now.jvm.cpu_load * 100)} %` : null], ['Database', now.store?.bytes && bytes(now.store.bytes)]] })),
    now.calls?.length > 0 && Card({ title: 'Tools and requests' }, Table({
      name: 'Calls by tool', rows: [...now.calls].sort((a, b) => b.count - a.count), id: (it) => it.tool,
      columns: [{ name: 'What', value: (it) => code(plain(it.tool)) }, { name: 'Calls', right: true, value: (it) => count(it.count) }, { name: 'Failed', right: true, value: (it) => count(it.errors) }, { name: 'Half within', right: true, value: (it) => ms(it.p50_ms) }, { name: '99 % within', right: true, value: (it) => ms(it.p99_ms) }],
    })),
  ];
});

const LEVELS = { ok: ['check', 'completed', 'fine'], warn: ['alert', 'waiting', 'warning'], fail: ['cross', 'failed', 'failed'] };
const SEVERITY = ['fail', 'warn', 'ok'];

const Doctor = maker(() => {
  const state = useLoad(() => get('/api/doctor'));
  const found = state.data?.findings ?? [];
  const bad = found.filter((it) => it.level !== 'ok').length;
  return Card({ title: 'What the doctor finds', actions: Button({ kind: 'tight', onClick: state.reload, why: state.loading ? 'He is looking.' : undefined }, 'Look again') },
    state.error && Problem({ error: state.error, retry: state.reload }),
    state.data ? [
      p({ class: 'quiet small' }, span({ role: 'status' }, bad === 0 ? 'All is well' : `${bad} of ${found.length} want a look`), '; looked ', Ago({ at: state.data.checked_at }), '.'),
      ul({ class: 'findings' }, [...found].sort((a, b) => SEVERITY.indexOf(a.level) - SEVERITY.indexOf(b.level)).map((it, n) => {
        const [shape, kind, word] = LEVELS[it.level] ?? ['dots', 'ready', it.level];
        return li({ key: n, class: it.level }, span({ class: `state ${kind}` }, icon(shape), word), strong(plain(it.name)),
          div({ class: 'what' }, plain(it.text).split('\n').map((text, k) => p({ key: k }, text)), it.remedy && p({ class: 'remedy' }, strong('What to do: '), plain(it.remedy))));
      })),
    ] : state.loading && Loading({ what: 'The doctor is looking; that takes a few seconds' }));
});

const amount = (limit, value) => (value === null || value === undefined ? '–' : /bytes|memory-reserve|disk-reserve|payload/.test(limit) ? bytes(Number(value)) : count(value));
const part = (it) => (it.used === undefined || it.used === null || !(it.bound > 0) ? -1 : it.used / it.bound);

const Limits = maker(() => {
  const state = useLoad(() => get('/api/limits'));
  const [which, setWhich] = useState('used');
  useEvery(LIMITS_PAUSE, state.refresh);
  const all = state.data?.limits ?? [];
  const used = all.filter((it) => part(it) > 0).sort((a, b) => part(b) - part(a));
  const rows = which === 'used' ? used : all;
  return Card({ title: 'Limits', actions: state.data && Choices({ name: 'Which limits', value: which, onChange: setWhich, options: [['used', 'In use', used.length], ['all', 'All', all.length]] }) },
    state.error && Problem({ error: state.error, retry: state.reload }),
    state.data ? Table({
      name: 'Limits and what is used of them', rows, id: (it) => `${it.limit} ${it.whose}`, empty: p({ class: 'quiet' }, 'Nothing of any limit is used at this moment.'),
      columns: [
        { name: 'Limit', value: (it) => div(code(plain(it.limit)), it.about && p({ class: 'small quiet' }, plain(it.about))) },
        { name: 'Whose', value: (it) => plain(it.whose) },
        { name: 'Used', value: (it) => div({ class: 'used' }, span({ class: 'num' }, `${amount(it.limit, it.used)} of ${amount(it.limit, it.bound)}`), part(it) >= 0 && Meter({ name: plain(it.limit), value: Number(it.used), max: Number(it.bound) }), part(it) >= 1 && span({ class: 'small over' }, icon('alert'), ' full')) },
        { name: 'Set by', value: (it) => plain(it.set_by ?? it.frees ?? '–') },
      ],
    }) : state.loading && Loading({ what: 'Counting' }));
});

const Health = maker(() => {
  const state = useLoad(() => get('/api/health'));
  return Page({ title: 'Health', sub: state.data && `Retinue ${state.data.version}` }, Throughput(), Doctor(), Limits());
});

/** The page Health. */
export default { title: 'Health', Page: () => Health() };
