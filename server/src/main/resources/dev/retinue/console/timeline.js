// What has happened in a run, as entries of a timeline. Pure: fold(timeline, events) answers another timeline. Of very long ones the beginning is let go; it can be asked for again.

export const MOST = 3000;
export const MOST_ASKED = 5 * MOST; // As much of it as somebody wants to see who asks for what was before.
export const START = Object.freeze({ entries: [], first: null, last: 0, most: MOST });

/** The timeline after these events, each of which counts once. */
export function fold(timeline, events) {
  const entries = [...timeline.entries];
  const next = { ...timeline, entries };
  for (const event of events) {
    if (event.seq <= next.last) continue;
    next.last = event.seq;
    next.first ??= event.seq;
    add(next, entries, event);
  }
  if (entries.length > next.most) {
    entries.splice(0, entries.length - next.most);
    next.first = entries[0].seq;
  }
  return next;
}

const ENDS_DRAFT = new Set(['said', 'completed', 'failed', 'stopped', 'requeued']);

/** The timeline, and what is being written, after a message of the feed: {events}, or a piece {offset, text} of a draft. */
export function hear({ timeline, draft }, { events, offset, text }) {
  return events === undefined
    ? { timeline, draft: draft.slice(0, offset) + text }
    : { timeline: fold(timeline, events), draft: events.some((it) => ENDS_DRAFT.has(it.type)) ? '' : draft };
}

/** The same with what was before its first event, as it was asked for. */
export function before(timeline, events) {
  const earlier = fold(START, events.filter((event) => timeline.first === null || event.seq < timeline.first));
  const later = timeline.entries.filter((entry) => !joins(earlier.entries, entry));
  return { ...timeline, entries: [...earlier.entries, ...later], first: earlier.first ?? timeline.first, most: Math.min(MOST_ASKED, timeline.most + earlier.entries.length) };
}

/** Puts an answer whose question was not known to it; says whether it was found. */
function joins(entries, { orphan, ...entry }) {
  const at = orphan === undefined ? -1 : entries.findLastIndex((it) => it.kind === orphan.kind && it[orphan.by] === orphan.id && it[orphan.wants] === undefined);
  if (at === -1) return false;
  const { output, failed, ended, outputSeq, cutOutput, text } = entry;
  entries[at] = orphan.kind === 'tool' ? { ...entries[at], output, failed, ended, outputSeq, cutOutput } : { ...entries[at], answer: text };
  return true;
}

function add(timeline, entries, event) {
  const entry = entryOf(event);
  const base = { seq: event.seq, at: event.at, cut: event.cut };
  switch (event.type) {
    case 'printed': return;
    case 'delivered': entries.push({ ...base, kind: 'state', text: 'Delivered a result' }); return;
    case 'tool_answered': {
      const at = entries.findLastIndex((it) => it.kind === 'tool' && it.call === event.call && it.output === undefined);
      const answer = { output: event.output, failed: event.failed, ended: event.at, outputSeq: event.seq, cutOutput: event.cut?.includes('output') };
      if (at === -1) entries.push({ ...base, kind: 'tool', call: event.call, tool: 'tool', input: '', ...answer, orphan: { kind: 'tool', by: 'call', id: event.call, wants: 'output' } });
      else entries[at] = { ...entries[at], ...answer };
      return;
    }
    case 'answered': {
      const at = entries.findLastIndex((it) => it.kind === 'asked' && it.need === event.need && it.answer === undefined);
      if (at === -1) entries.push({ ...base, kind: 'told', text: event.answer, orphan: { kind: 'asked', by: 'need', id: event.need, wants: 'answer' } });
      else entries[at] = { ...entries[at], answer: event.answer };
      return;
    }
    case 'spent': {
      const last = entries.at(-1);
      if (last?.kind === 'spent') entries[entries.length - 1] = { ...last, cost: last.cost === null || event.cost_usd === null ? null : last.cost + event.cost_usd, input: last.input + event.input_tokens, output: last.output + event.output_tokens, cached: last.cached + (event.cached_tokens ?? 0), turns: last.turns + (event.turns ?? 0) };
      else entries.push({ ...base, kind: 'spent', cost: event.cost_usd, input: event.input_tokens, output: event.output_tokens, cached: event.cached_tokens ?? 0, turns: event.turns ?? 0 });
      return;
    }
    default: entries.push({ ...base, ...entry });
  }
}

const REASONS = { error: 'an error', timeout: 'it took too long', budget: 'its budget is used up', quota: 'its provider lets it do no more', interrupted: 'it was interrupted', refused: 'it was refused', lost: 'it was lost', invalid_output: 'its result has not the form it must have' };

function entryOf(event) {
  switch (event.type) {
    case 'said': return { kind: 'text', text: event.text };
    case 'thought': return { kind: 'thought', text: event.text };
    case 'tool_called': return { kind: 'tool', call: event.call, tool: event.tool, input: event.input, command: commandOf(event.input) };
    case 'asked': return { kind: 'asked', need: event.need, asks: event.kind, text: event.text };
    case 'told': case 'steered': return { kind: 'told', text: event.text };
    case 'noted': return { kind: 'note', text: event.text };
    case 'checked': return { kind: 'check', check: event.check, passed: event.passed, text: event.detail };
    case 'learned': return { kind: 'facts', facts: event.facts };
    case 'condensed': return { kind: 'thought', text: event.summary, title: 'Summed up what was said before, because it became too long' };
    case 'agent_switching': return state(`From now on ${event.to} speaks`);
    case 'model_fallback': return state(`From now on ${event.to} is asked instead of ${event.from}: ${event.why}`);
    case 'created': return state(`Made for ${event.agent}`);
    case 'queued': return state('Waits in line');
    case 'started': return state('Begins to work');
    case 'requeued': return state(`Will be taken up again: ${event.why}`);
    case 'released': return state('Nothing of it is at work any more');
    case 'budget_raised': return state('Its budget was changed');
    case 'completed': return { kind: 'end', good: true, title: event.evidence === 'verified' ? 'Completed, and verified' : event.evidence === 'claimed' ? 'Completed, as it says' : 'Completed', text: event.summary };
    case 'failed': return { kind: 'end', good: false, title: `Failed: ${REASONS[event.reason] ?? event.reason}`, text: event.message };
    case 'stopped': return { kind: 'end', good: false, title: 'Stopped', text: event.why };
    case 'result_came_late': return { kind: 'note', text: `A result came late: ${event.summary}` };
    default: return state(event.type.replaceAll('_', ' '));
  }
}
const state = (text) => ({ kind: 'state', text });

/** The shell command in the input of a tool, if it is one. */
export function commandOf(input) {
  try {
    const { command, cmd, script } = JSON.parse(input);
    const found = command ?? cmd ?? script;
    return typeof found === 'string' ? found : Array.isArray(found) && found.every((it) => typeof it === 'string') ? found.join(' ') : undefined;
  } catch {
    return undefined;
  }
}

/** The input of a tool as one reads it: JSON with a line for each field. */
export function pretty(input) {
  try {
    return JSON.stringify(JSON.parse(input), null, 2);
  } catch {
    return input;
  }
}
