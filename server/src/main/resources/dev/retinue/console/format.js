// Numbers and times as people read them. Pure functions.

const whole = new Intl.NumberFormat('en');

/** 1234567 is 1.2M; up to four digits a number is whole. */
export function count(value) {
  if (value === null || value === undefined) return '–';
  const n = Number(value);
  if (Math.abs(n) < 10_000) return whole.format(n);
  for (const [unit, name] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (Math.abs(n) >= unit) return `${(n / unit).toFixed(Math.abs(n) / unit < 100 ? 1 : 0)}${name}`;
  }
  return whole.format(n);
}

export const exact = (value) => (value === null || value === undefined ? '–' : whole.format(value));

/** Dollars: of little money more digits, and null is a price that nobody knows. */
export function money(usd) {
  if (usd === null || usd === undefined) return '$?';
  const n = Number(usd);
  if (n === 0) return '$0';
  return n < 0.01 ? `$${n.toFixed(4)}` : n < 1 ? `$${n.toFixed(3)}` : `$${n.toFixed(2)}`;
}

/** 3725 seconds are 1h 02m. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || Number.isNaN(seconds)) return '–';
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s}s`;
  const two = (n) => String(n).padStart(2, '0');
  if (s < 3600) return `${Math.floor(s / 60)}m ${two(s % 60)}s`;
  if (s < 86_400) return `${Math.floor(s / 3600)}h ${two(Math.floor((s % 3600) / 60))}m`;
  return `${Math.floor(s / 86_400)}d ${two(Math.floor((s % 86_400) / 3600))}h`;
}

/** How long ago, in words of a sentence. */
export function ago(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 1) return 'just now';
  if (s < 60) return `${s} s ago`;
  if (s < 3600) return `${Math.floor(s / 60)} min ago`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ago`;
  const days = Math.floor(s / 86_400);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

export function bytes(n) {
  if (n === null || n === undefined) return '–';
  if (n < 1024) return `${n} B`;
  if (n < 1024 * 1024) return `${(n / 1024).toFixed(n < 10_240 ? 1 : 0)} KB`;
  return `${(n / 1024 / 1024).toFixed(1)} MB`;
}

// Made once: to make one takes longer than to use it a hundred times.
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

/** The time of day, for timelines; with the day if it is another. */
export function clock(at, now = Date.now()) {
  const date = new Date(at);
  const time = TIME.format(date);
  return new Date(now).toDateString() === date.toDateString() ? time : `${day(at)} ${time}`;
}

export const day = (at) => DAY.format(new Date(at));

/** The whole of it, for titles. */
export const moment = (at) => MOMENT.format(new Date(at));

export const plural = (n, one, many = `${one}s`) => `${exact(n)} ${n === 1 ? one : many}`;

/**
 * Reads what somebody typed as a number that is 0 or more. What cannot be read as a whole is refused, and never taken for nothing:
 * {value} or {error}; an empty field is {value: null}.
 */
export function readNumber(text, { integer = false, what = 'This' } = {}) {
  const typed = String(text ?? '').trim();
  if (typed === '') return { value: null };
  const form = integer ? /^\d{1,15}$/ : /^(\d{1,12}(\.\d{0,9})?|\.\d{1,9})$/;
  if (!form.test(typed)) {
    return { error: `${what} must be a ${integer ? 'whole number' : 'number'} such as ${integer ? '500' : '2.50'}, and not “${typed}”.` };
  }
  return { value: Number(typed) };
}
