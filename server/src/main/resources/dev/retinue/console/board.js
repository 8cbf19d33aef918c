// What is known of all runs, made of what the feed says. Pure: apply(state, message) answers another state and changes nothing.
// Of ended trees the oldest are forgotten, so that a page that stays open for weeks stays small; `older` is where those begin that are not known.

export const MOST_ENDED = 1000;

export const MOST_ASKED = 20_000; // Nobody scrolls through more.

export const EMPTY = Object.freeze({ runs: new Map(), cursor: null, applied: 0, ignored: 0, complete: false, older: null, most: MOST_ENDED });

const ENDED = new Set(['completed', 'failed', 'stopped']);
export const ended = (run) => ENDED.has(run.state);

/** The state after a message of the feed. */
export function apply(state, message) {
  switch (message.type) {
    case 'rows': return takeRows(state, message);
    case 'events': return takeEvents(state, message);
    case 'glances': return takeGlances(state, message);
    case 'older': return takeOlder(state, message);
    case 'removed': return takeRemoved(state, message);
    default: return state;
  }
}

function takeRows(state, { rows, cursor, first, last, older = null }) {
  const runs = first ? new Map() : new Map(state.runs);
  for (const row of rows) put(runs, row);
  return forget({ ...state, runs, cursor: cursor ?? state.cursor, complete: Boolean(last) || (state.complete && !first), older: last ? older : state.older, most: first ? MOST_ENDED : state.most });
}

/** Somebody wants to see more of those that ended: they are kept. */
function takeOlder(state, { rows, next }) {
  const runs = new Map(state.runs);
  for (const row of rows) put(runs, row);
  return { ...state, runs, older: next, most: state.most + runs.size - state.runs.size };
}

/** A row is as its run was after the event number `seq`; an older one says nothing new. */
function put(runs, row) {
  const known = runs.get(row.id);
  if (known === undefined || known.seq < row.seq) runs.set(row.id, { needs: [], ...row, heard: row.last_output_at ?? row.ended_at ?? row.started_at });
}

function takeEvents(state, { events, rows = [], cursor }) {
  const runs = new Map(state.runs);
  for (const row of rows) put(runs, row);
  let applied = 0;
  for (const event of events) {
    const run = runs.get(event.run);
    // Whoever comes back hears again what it may have heard: a number is taken once.
    if (run === undefined || event.seq <= run.seq) continue;
    runs.set(run.id, { ...run, ...change(run, event), seq: event.seq });
    applied++;
  }
  return forget({ ...state, runs, cursor: cursor ?? state.cursor, applied: state.applied + applied, ignored: state.ignored + events.length - applied });
}

/** What an event changes in a run. */
function change(run, event) {
  const heard = { heard: event.at };
  switch (event.type) {
    case 'queued': return { state: 'queued' };
    case 'started': return { state: 'running', started_at: run.began ? run.started_at : event.at, began: true, queue_reason: undefined, ...heard };
    case 'requeued': return { state: 'queued', queue_reason: event.why, liveness: undefined };
    case 'released': return { ending: undefined };
    case 'said': return { doing: { kind: 'said', text: event.text }, recent_output: event.text, ...heard };
    case 'thought': return { doing: { kind: 'thought', text: event.text }, ...heard };
    case 'tool_called': return { doing: { kind: 'tool', text: event.tool, call: event.call, input: event.input }, ...heard };
    case 'tool_answered': return { doing: { kind: 'answered', text: run.doing?.text ?? '', failed: event.failed }, ...heard };
    case 'asked': return { state: 'waiting', needs: [...run.needs, { id: event.need, kind: event.kind, text: event.text, at: event.at }] };
    case 'answered': {
      const needs = run.needs.filter((need) => need.id !== event.need);
      return { needs, state: needs.length > 0 ? 'waiting' : 'running', ...heard };
    }
    case 'spent': return {
      cost_usd: event.cost_usd === null || run.cost_usd === null ? null : (run.cost_usd ?? 0) + event.cost_usd,
      tokens: (run.tokens ?? 0) + (event.input_tokens ?? 0) + (event.output_tokens ?? 0), ...heard,
    };
    case 'budget_raised': return { budget: event.budget };
    case 'completed': return { state: 'completed', ended_at: event.at, needs: [], summary: event.summary, evidence: event.evidence, liveness: undefined };
    case 'failed': return { state: 'failed', ended_at: event.at, needs: [], error: event.message, liveness: undefined };
    case 'stopped': return { state: 'stopped', ended_at: event.at, needs: [], error: event.why, liveness: undefined };
    default: return heard;
  }
}

/** What can be seen at this moment and is no event: [id, last output, liveness, why it waits in line]. */
function takeGlances(state, { runs: glances }) {
  const runs = new Map(state.runs);
  for (const [id, lastOutput, liveness, reason] of glances) {
    const run = runs.get(id);
    if (run === undefined || ended(run)) continue;
    runs.set(id, { ...run, liveness: liveness ?? undefined, queue_reason: reason ?? undefined, heard: later(run.heard, lastOutput) });
  }
  return { ...state, runs };
}

const later = (one, other) => (!other || (one && Date.parse(one) >= Date.parse(other)) ? one : other);

function takeRemoved(state, { runs: gone }) {
  const runs = new Map(state.runs);
  for (const id of gone) runs.delete(id);
  return { ...state, runs };
}

/** Without the oldest of the trees in which all have ended, if there are too many runs in such. */
function forget(state) {
  if (state.runs.size <= state.most) return state;
  const trees = treesOf(state.runs).filter((tree) => tree.runs.every(ended));
  let many = trees.reduce((sum, tree) => sum + tree.runs.length, 0);
  if (many <= state.most) return state;
  const runs = new Map(state.runs);
  for (const tree of trees.sort((one, other) => tree_end(one) - tree_end(other))) {
    // A good piece at once, so that it is not done anew with every event.
    if (many <= state.most * 0.8) break;
    for (const run of tree.runs) runs.delete(run.id);
    many -= tree.runs.length;
  }
  return { ...state, runs, older: Infinity }; // They can be anywhere: who wants them begins at the newest.
}
const tree_end = (tree) => Math.max(...tree.runs.map((run) => Date.parse(run.ended_at ?? 0)));

function treesOf(runs) {
  const trees = new Map();
  for (const run of runs.values()) {
    const tree = trees.get(run.root);
    if (tree === undefined) trees.set(run.root, { root: run.root, runs: [run] });
    else tree.runs.push(run);
  }
  return [...trees.values()];
}

// What pages ask of the board.

/** Everything that runs wait for: [{run, need}], what was asked first first. */
export function attention(board) {
  const found = [];
  for (const run of board.runs.values()) for (const need of run.needs) if (need.kind !== 'quota') found.push({ run, need });
  return found.sort((one, other) => Date.parse(one.need.at ?? one.run.started_at) - Date.parse(other.need.at ?? other.run.started_at));
}

export const KINDS = {
  all: () => true,
  work: (run) => run.state === 'running' || run.state === 'queued' || run.state === 'ready',
  waiting: (run) => run.state === 'waiting',
  stalled: (run) => run.state === 'running' && run.liveness === 'stalled',
  ended,
};

/** How many runs there are of each kind. */
export function tally(board) {
  const counts = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, 0]));
  for (const run of board.runs.values()) for (const kind of Object.keys(KINDS)) if (KINDS[kind](run)) counts[kind]++;
  return counts;
}

export const agents = (board) => [...new Set([...board.runs.values()].map((run) => run.agent))].sort();

/**
 * The rows of the board: trees, those that wait for somebody first, then those at work, then the newest; in a tree each run below the one that began it.
 * With a filter a tree is shown if one of its runs fits, and of it the runs that fit and those above them.
 * Each row is {run, depth, fits, tree: {cost, invented, tokens, size}}, `tree` only with a root.
 */
export function rows(board, { kind = 'all', agent = '', search = '' } = {}) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (run) => KINDS[kind](run) && (agent === '' || run.agent === agent) && words.every((word) => haystack(run).includes(word));
  const plain = kind === 'all' && agent === '' && words.length === 0;
  const found = [];
  for (const tree of treesOf(board.runs)) {
    if (plain || tree.runs.some(fits)) found.push(tree);
  }
  for (const tree of found) {
    tree.rank = tree.runs.some((run) => run.state === 'waiting') ? 0 : tree.runs.every(ended) ? 2 : 1;
    tree.at = Date.parse((tree.runs.find((run) => run.id === tree.root) ?? tree.runs[0]).created_at ?? 0);
  }
  found.sort((one, other) => one.rank - other.rank || other.at - one.at || (one.root < other.root ? -1 : 1));
  return found.flatMap((tree) => rowsOfTree(tree, plain ? () => true : fits));
}

const haystack = (run) => `${run.agent} ${run.id} ${run.contract ?? ''} ${run.recent_output ?? ''} ${run.state}`.toLowerCase();

function rowsOfTree(tree, fits) {
  const known = new Map(tree.runs.map((run) => [run.id, run]));
  const below = new Map();
  const tops = [];
  for (const run of tree.runs) {
    if (run.parent && known.has(run.parent)) below.set(run.parent, [...(below.get(run.parent) ?? []), run]);
    else tops.push(run);
  }
  const oldest = (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at) || (one.id < other.id ? -1 : 1);
  const shown = [];
  const visit = (run, depth) => {
    const at = shown.length;
    shown.push({ run, depth, fits: fits(run) });
    for (const child of (below.get(run.id) ?? []).sort(oldest)) visit(child, depth + 1);
    if (!shown[at].fits && !shown.slice(at + 1).some((row) => row.fits)) shown.length = at;
  };
  for (const top of tops.sort(oldest)) visit(top, 0);
  if (shown.length > 0 && tree.runs.length > 1) shown[0].tree = sums(tree.runs);
  return shown;
}

/** What all runs of a tree have used; a cost that is not known of one is not known of all. */
export function sums(runs) {
  return {
    size: runs.length,
    cost: runs.some((run) => run.cost_usd === null) ? null : runs.reduce((sum, run) => sum + (run.cost_usd ?? 0), 0),
    tokens: runs.reduce((sum, run) => sum + (run.tokens ?? 0), 0),
    invented: runs.some((run) => run.invented && run.cost_usd > 0),
  };
}

/** Whether something of what a run, and all below it, has cost is invented. */
export function invents(run, runs) {
  const below = (it) => it !== undefined && (it.parent === run.id || below(runs.get(it.parent)));
  return (run.invented && run.cost_usd > 0) || [...runs.values()].some((it) => it.invented && it.cost_usd > 0 && below(it));
}

/** All runs of one tree, from the root down, as rows. */
export function lineage(runs) {
  return treesOf(new Map(runs.map((run) => [run.id, run]))).flatMap((tree) => rowsOfTree(tree, () => true));
}

/** What a run does, with what shows it: {text, seconds since}. */
export function evidence(run, now) {
  const since = run.heard ? Math.max(0, (now - Date.parse(run.heard)) / 1000) : null;
  switch (run.state) {
    case 'ready': return { text: 'has not been started' };
    case 'queued': return { text: run.queue_reason ?? 'waits for a slot' };
    case 'waiting': return { text: waitsFor(run) };
    case 'completed': return { text: run.evidence === 'verified' ? 'verified' : run.evidence === 'claimed' ? 'says that it is done' : 'done', detail: run.summary };
    case 'failed': return { text: run.error ?? 'failed' };
    case 'stopped': return { text: run.error ?? 'stopped' };
    default: return { text: run.liveness === 'stalled' ? 'stalled' : doing(run), since };
  }
}
const NEEDS = { answer: 'asks a question', permission: 'asks for permission', budget: 'needs a larger budget', quota: 'waits until its provider lets it go on', credentials: 'waits for its key' };
const waitsFor = (run) => NEEDS[run.needs[0]?.kind] ?? 'waits';
function doing(run) {
  switch (run.doing?.kind) {
    case 'said': return 'writing';
    case 'thought': return 'thinking';
    case 'tool': return `using ${run.doing.text}`;
    case 'answered': return run.doing.failed ? `${run.doing.text} failed` : 'working';
    default: return run.liveness === 'waiting' ? 'waits for others' : 'working';
  }
}
