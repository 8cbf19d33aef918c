// What one does with a run: answer it, stop it, give it more. Each is a request to the API, which has the last word.
import { maker, tags, useEffect, useRef, useState } from './dom.js';
import { path, post } from './api.js';
import { ask, attempt, Button, confirm, Field, icon, Problem, toast } from './kit.js';
import { readNumber } from './format.js';
import { asked, line } from './text.js';
import { whyNot } from './feed.js';

const { br, code, div, form, input, p, span, textarea } = tags;

/**
 * Keeps the focus of whoever uses keys: when something else is drawn there, on what is meant by this, and when it goes, at the head of the page.
 * Not on what is asked next: who presses twice would answer that, too.
 */
export function useFocusThatStays(on = '') {
  const ref = useRef(null);
  const was = useRef(on);
  useEffect(() => {
    if (was.current !== on) ref.current?.querySelector(on)?.focus();
    was.current = on;
  }, [on]);
  useEffect(() => () => {
    if (ref.current?.contains(document.activeElement)) setTimeout(() => document.getElementById('title')?.focus({ preventScroll: true }));
  }, []);
  return ref;
}

/** Sends one answer: until it has failed, nothing more can be sent. {sent, send}, and `send` answers whether it arrived. */
export function useOneAnswer(run, need) {
  const [sent, setSent] = useState(false);
  const send = async (words, done) => {
    if (sent) return false;
    setSent(true);
    const arrived = await attempt(() => post(path`/api/agents/${run}/answers`, { need, answer: words }), done);
    if (!arrived) setSent(false);
    return arrived;
  };
  return { sent: sent ? 'It is being sent.' : undefined, send };
}

/** What a run waits for, with what answers it. */
export const NeedForm = maker(({ run, need }) => {
  const [text, setText] = useState('');
  const [denying, setDenying] = useState(false);
  const [error, setError] = useState(null);
  const why = whyNot('run');
  const { sent, send: answer } = useOneAnswer(run.id, need.id);
  const ref = useFocusThatStays(denying ? 'input' : '.btn.danger');
  // What is allowed must have been seen: a permission is there in full, a question can be scrolled.
  const words = div(need.kind === 'permission' ? {} : { class: 'need-text', tabIndex: 0 }, asked(need.kind, need.text));
  if (need.kind === 'permission') {
    return div({ ref, class: 'need', role: 'group', 'aria-label': `Permission for ${run.agent}` }, words, denying
      ? form({ onSubmit: (event) => { event.preventDefault(); answer(text.trim() === '' ? 'deny' : `deny: ${text.trim()}`, 'Denied.'); }, class: 'need-line' },
        Field({ name: 'Why not? The agent is told', input: (props) => input({ ...props, type: 'text', value: text, maxLength: 2000, placeholder: 'Use the test database instead', onInput: (event) => setText(event.target.value) }) }),
        div({ class: 'row' }, Button({ type: 'submit', kind: 'danger', why: sent }, 'Deny'), Button({ kind: 'plain', onClick: () => setDenying(false) }, 'Back')))
      : div({ class: 'row' },
        Button({ kind: 'primary', why: why ?? sent, onClick: () => answer('allow', 'Allowed once.') }, 'Allow once'),
        Button({ why: why ?? sent, onClick: () => answer('always', 'Allowed for as long as this run lasts.') }, 'Always'),
        Button({ kind: 'danger', why: why ?? sent, onClick: () => setDenying(true) }, 'Deny …')));
  }
  if (need.kind === 'answer') {
    const send = (event) => {
      event.preventDefault();
      if (why) return;
      if (text.trim() === '') { setError('Write an answer first.'); return; }
      setError(null);
      answer(text.trim(), 'Answered.');
    };
    return form({ ref, class: 'need', onSubmit: send, 'aria-label': `Question of ${run.agent}` }, words,
      div({ class: 'need-line' }, Field({ name: 'Your answer', error, input: (props) => textarea({ ...props, rows: 2, value: text, disabled: Boolean(why), maxLength: 100_000, onInput: (event) => setText(event.target.value), onKeyDown: (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event); } }) }),
        div({ class: 'row' }, Button({ type: 'submit', kind: 'primary', why: why ?? sent }, 'Answer'))));
  }
  return div({ class: 'need' }, words, need.kind === 'budget' && div({ class: 'row' }, RaiseButton({ run })));
});

/** Which run it is about, for dialogs: many have the same agent. */
const which = (run) => span(code(run.id.slice(0, 14)), ' ', line(run.contract, 120), br());

/** Asks before a run, and all that works for it, is stopped. */
export async function stop(run) {
  const sure = await confirm(`Stop ${run.agent}?`, [which(run), 'It and everything that works for it is stopped. What it has said and delivered so far is kept.'], 'Stop it');
  if (sure) await attempt(() => post(path`/api/agents/${run.id}/stop`), `${run.agent} is being stopped.`);
}

export const StopButton = maker(({ run, small }) => Button({ kind: small ? 'danger tight' : 'danger', why: whyNot('run'), onClick: () => stop(run), 'aria-label': `Stop ${run.agent}: ${line(run.contract, 60)}` }, icon('stop'), 'Stop'));

const LIMITS = [
  ['max_cost_usd', 'Cost, in US dollars', false], ['max_tokens', 'Tokens', true], ['max_turns', 'Turns of the model', true], ['max_seconds', 'Seconds at work', true], ['max_runs', 'Runs below it', true],
];

/** Reads the fields of a budget: {budget}, or {errors} by field. What cannot be read is never taken for no limit. */
export function readBudget(fields) {
  const budget = {};
  const errors = {};
  for (const [key, name, integer] of LIMITS) {
    const { value, error } = readNumber(fields[key], { integer, what: name });
    if (error) errors[key] = error;
    else if (value !== null) budget[key] = value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { budget };
}

const BudgetForm = ({ run, done }) => {
  const [fields, setFields] = useState(Object.fromEntries(LIMITS.map(([key]) => [key, run.budget?.[key] === undefined || run.budget?.[key] === null ? '' : String(run.budget[key])])));
  const [errors, setErrors] = useState({});
  const [problem, setProblem] = useState(null);
  const [sending, setSending] = useState(false);
  const open = useRef(true);
  useEffect(() => () => { open.current = false; }, []);
  const send = async (event) => {
    event.preventDefault();
    if (sending) return;
    const read = readBudget(fields);
    setErrors(read.errors ?? {});
    setProblem(null);
    if (!read.budget) return;
    setSending(true);
    try {
      await post(path`/api/agents/${run.id}/budget`, read.budget);
      toast('The budget is changed.');
      done(true);
    } catch (error) { // Told here: nobody hears what is said behind a dialog.
      if (!open.current) toast(error.message, true);
      setProblem(error);
      setSending(false);
    }
  };
  return form({ onSubmit: send, noValidate: true }, p(which(run)), problem && Problem({ error: problem }), p({ class: 'quiet' }, 'For this run and everything that works for it. An empty field is no limit.'),
    LIMITS.map(([key, name]) => Field({ key, name, error: errors[key], input: (props) => input({ ...props, type: 'text', inputMode: 'decimal', autocomplete: 'off', value: fields[key], onInput: (event) => setFields({ ...fields, [key]: event.target.value }) }) })),
    div({ class: 'ends' }, Button({ onClick: () => done() }, 'Cancel'), Button({ kind: 'primary', type: 'submit', why: sending ? 'It is being sent.' : undefined }, 'Save')));
};

export const raise = (run) => ask(`Budget of ${run.agent}`, BudgetForm, { run });
export const RaiseButton = maker(({ run, small }) => Button({ kind: small ? 'tight' : undefined, why: whyNot('run'), onClick: () => raise(run), 'aria-label': `Change the budget of ${run.agent}` }, 'Budget'));

export const RestartButton = maker(({ run }) => Button({
  why: whyNot('run'),
  onClick: () => attempt(async () => { const made = await post(path`/api/agents/${run.id}/restart`); location.hash = `#/run/${encodeURIComponent(made.id)}`; }, 'Started once more.'),
}, 'Run again'));
