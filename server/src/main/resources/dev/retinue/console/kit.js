// What all pages are made of. Texts are children, and so always text.
import { classes, fragment, maker, tags, useEffect, useLayoutEffect, useRef, useState } from './dom.js';
import { ago, duration, moment, money } from './format.js';

const { a, button, dd, div, dl, dt, h1, h2, header, i, label, li, p, section, small, span, svg, path, circle, table, caption, thead, tbody, th, tr, td, ul } = tags;

// Icons: one path each, drawn with the colour of the text.

const ICONS = {
  now: 'M3 12h4l3-8 4 16 3-8h4', sessions: 'M4 5h16v11H9l-5 4z', fleet: 'M3 17h18M5 17V9l7-4 7 4v8M10 17v-5h4v5', staff: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-3.500 3-6 6.500-6s6.500 2.500 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.500 2.800 3.500 5.500',
  costs: 'M4 20V10M10 20V4M16 20v-7M22 20H2', health: 'M12 21s-8-5-8-11a4.500 4.500 0 0 1 8-2.800A4.500 4.500 0 0 1 20 10c0 6-8 11-8 11z', back: 'M15 5l-7 7 7 7', more: 'M9 6l6 6-6 6', sun: 'M12 4V2M12 22v-2M4 12H2M22 12h-2M6 6L4.500 4.500M19.500 19.500L18 18M6 18l-1.500 1.500M19.500 4.500L18 6M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  moon: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z', stop: 'M7 7h10v10H7z', check: 'M5 12.500l4.500 4.500L19 7', cross: 'M6 6l12 12M18 6L6 18', clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', ask: 'M9 9.500a3 3 0 1 1 4.200 2.700c-.8.4-1.200 1-1.200 1.800v.5M12 17.500v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', download: 'M12 4v11M7 11l5 5 5-5M5 20h14', dots: 'M6 12h.01M12 12h.01M18 12h.01', work: 'M12 3a9 9 0 1 0 9 9', pause: 'M9 6v12M15 6v12', alert: 'M12 4l9 16H3zM12 10v4.500M12 17.500v.01',
};

export const icon = (name, extra) =>
  svg({ viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.8, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true', class: extra }, path({ d: ICONS[name] }));

export const logo = () =>
  svg({ viewBox: '0 0 32 32', 'aria-hidden': 'true' }, tags.rect({ width: 32, height: 32, rx: 8, fill: 'var(--accent)' }),
    ...[[16, 11, 4, 1], [8.5, 21, 3, 0.75], [16, 23, 3, 0.75], [23.5, 21, 3, 0.75]].map(([cx, cy, r, opacity]) => circle({ cx, cy, r, opacity, fill: 'var(--on-accent)' })));

// Words, shapes and colours of states: never a colour alone.

const STATES = {
  ready: ['dots', 'ready'], queued: ['clock', 'queued'], running: ['work', 'running'], waiting: ['ask', 'waiting'], stalled: ['alert', 'stalled'],
  completed: ['check', 'completed'], failed: ['cross', 'failed'], stopped: ['stop', 'stopped'],
};

/** The state of a run as a shape and a word. */
export const StateMark = maker(({ state, liveness, only }) => {
  const name = state === 'running' && liveness === 'stalled' ? 'stalled' : state;
  const [shape, word] = STATES[name] ?? ['dots', String(state)];
  return span({ class: `state ${name}`, title: only ? word : undefined }, icon(shape, name === 'running' ? 'spin' : undefined), only ? span({ class: 'hidden-text' }, word) : word);
});

// Layout.

let handedOn = false;

/** One page: `title`, `sub` (a line below it), `actions`. Where it takes the place of one that was being loaded, its head has the focus that the other's had. */
export const Page = maker(({ title, sub, actions, children }) => {
  const head = useRef(null);
  useLayoutEffect(() => {
    if (handedOn && document.activeElement === document.body) head.current.focus({ preventScroll: true });
    handedOn = false;
    return () => { handedOn = document.activeElement === head.current; };
  }, []);
  useEffect(() => {
    const before = document.title;
    document.title = `${typeof title === 'string' ? title : 'Run'} · Retinue`;
    return () => { document.title = before; };
  }, [title]);
  return div({ class: 'page' },
    div({ class: 'page-head' }, div(h1({ ref: head, tabIndex: -1, id: 'title' }, title), sub && p({ class: 'sub' }, sub)), actions && div({ class: 'acts' }, actions)),
    children);
});

export const Card = maker(({ title, actions, children, ...rest }) =>
  section({ ...rest, class: classes('card', rest.class), 'aria-label': typeof title === 'string' ? title : undefined },
    (title || actions) && header(h2(title), actions && div({ class: 'acts' }, actions)), children));

/** Big numbers with their names: [[name, value, note], …]. */
export const Figures = maker(({ items }) =>
  dl({ class: 'figures' }, items.map(([name, value, note]) => div({ key: name }, dt(name), dd(value, note && small(note))))));

/** Names and what they are: [[name, value], …]; what is null is left out. */
export const Facts = maker(({ items }) =>
  dl({ class: 'facts' }, items.filter(([, value]) => value !== null && value !== undefined && value !== '').map(([name, value]) => fragment(dt(name), dd(value)))));

/** A table: columns are {name, value: row => content, right}. */
export const Table = maker(({ name, columns, rows, id = (row) => row.id, empty }) =>
  rows.length === 0 ? empty ?? null
    : div({ class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': name },
      table(caption({ class: 'hidden-text' }, name),
        thead(tr(columns.map((column) => th({ key: column.name, scope: 'col', class: column.right ? 'right' : undefined }, column.name)))),
        tbody(rows.map((row) => tr({ key: id(row) }, columns.map((column) => td({ key: column.name, class: column.right ? 'right' : undefined }, column.value(row)))))))));

export const Empty = maker(({ title, children }) => div({ class: 'empty' }, h2(title), children));
export const Loading = maker(({ what = 'Loading' }) => p({ class: 'quiet', role: 'status' }, `${what} …`));
export const Problem = maker(({ error, retry }) =>
  div({ class: 'problem', role: 'alert' }, error?.message ?? String(error), retry && Button({ kind: 'plain tight', onClick: retry }, 'Try again')));

/** How much of something is used, with words for whoever does not see it. */
export const Meter = maker(({ value, max, name }) => {
  const part = max > 0 ? value / max : value > 0 ? 1 : 0;
  return span({ class: classes('meter', part >= 1 ? 'over' : part >= 0.8 && 'near'), role: 'img', 'aria-label': `${name}: ${Math.round(part * 100)} percent` }, i({ style: { width: `${Math.min(100, part * 100)}%` } }));
});

// Things to press and to fill in.

/** A button. With `why` it cannot be pressed, and says why. While what it does is at work it cannot be pressed again; why that failed is said. */
export const Button = maker(({ kind, why, onClick, children, type = 'button', ...rest }) => {
  const [busy, setBusy] = useState(false);
  const alive = useRef(true);
  useEffect(() => () => { alive.current = false; }, []);
  const press = async (event) => {
    if (why || busy) { event.preventDefault(); return; }
    const doing = onClick?.(event);
    if (doing instanceof Promise) {
      setBusy(true);
      try { await doing; } catch (error) { toast(error.message, true); } finally { if (alive.current) setBusy(false); }
    }
  };
  return button({ ...rest, type, class: classes('btn', kind), onClick: press, 'aria-disabled': why || busy ? 'true' : undefined, title: why || rest.title }, children, why && span({ class: 'hidden-text' }, ` (${why})`));
});

let fields = 0;
/** A labelled field: `input` is a function of {id, aria-…} that makes it. */
export const Field = maker(({ name, hint, error, input }) => {
  const id = useRef(null);
  id.current ??= `f${++fields}`;
  const told = [hint && `${id.current}-hint`, error && `${id.current}-error`].filter(Boolean).join(' ');
  return div({ class: 'field' }, label({ for: id.current }, name),
    input({ id: id.current, 'aria-describedby': told || undefined, 'aria-invalid': error ? 'true' : undefined }),
    hint && div({ class: 'hint', id: `${id.current}-hint` }, hint), error && div({ class: 'error', id: `${id.current}-error`, role: 'alert' }, error));
});

/** One of several: options are [[value, words, count], …]. */
export const Choices = maker(({ name, value, options, onChange }) =>
  div({ class: 'choices', role: 'group', 'aria-label': name }, options.map(([key, words, n]) =>
    button({ key, type: 'button', 'aria-pressed': String(key === value), onClick: () => onChange(key) }, words, n !== undefined && span({ class: 'n' }, n)))));

// Times that pass: one clock for all of them.

const tickers = new Set();
let ticking;
export function useNow() {
  const [, set] = useState(0);
  useEffect(() => {
    const tick = () => set((n) => n + 1);
    tickers.add(tick);
    ticking ??= setInterval(() => tickers.forEach((it) => it()), 1000);
    return () => { tickers.delete(tick); };
  }, []);
  return Date.now() + skew.ms;
}
/** Whoever is not signed in asks for nothing. */
export const rest = { on: false };
/** Calls this every so many milliseconds, while somebody looks. */
export function useEvery(pause, action, inputs = []) {
  useEffect(() => {
    const timer = setInterval(() => { if (!document.hidden && !rest.on) action(); }, pause);
    return () => clearInterval(timer);
  }, inputs);
}
/** How far the daemon's clock is ahead of ours. */
export const skew = { ms: 0 };

export const Ago = maker(({ at }) => {
  const now = useNow();
  return at ? span({ class: 'num', title: moment(at) }, ago((now - Date.parse(at)) / 1000)) : '–';
});
export const Elapsed = maker(({ from, to }) => {
  const now = useNow();
  return span({ class: 'num' }, from ? duration(((to ? Date.parse(to) : now) - Date.parse(from)) / 1000) : '–');
});

/** Dollars. Those that nobody pays, because a script was played, have a star and words for whoever does not see it. */
export const Dollars = maker(({ usd, invented }) => fragment(money(usd), invented && usd > 0 && span({ title: 'Invented: a script was played, and nobody pays' }, span({ 'aria-hidden': 'true' }, '*'), span({ class: 'hidden-text' }, ' invented'))));

// Dialogs and messages: told to whoever shows them, which is the frame.

const listeners = new Set();
const shown = { dialogs: [], toasts: [] };
let serial = 0;
const changed = () => listeners.forEach((it) => it());

/** Opens a dialog: `Body` is given {done}, and what it is done with is answered; null if it was closed. */
export function ask(title, Body, props = {}) {
  return new Promise((resolve) => {
    const dialog = { id: ++serial, title, Body, props };
    dialog.done = (answer = null) => {
      shown.dialogs = shown.dialogs.filter((it) => it !== dialog);
      changed();
      resolve(answer);
    };
    shown.dialogs = [...shown.dialogs, dialog];
    changed();
  });
}

/** Says something in passing. Errors stay longer. */
export function toast(text, bad = false) {
  const one = { id: ++serial, text: String(text), bad };
  shown.toasts = [...shown.toasts.slice(-2), one];
  changed();
  setTimeout(() => { shown.toasts = shown.toasts.filter((it) => it !== one); changed(); }, bad ? 9000 : 4000);
}

/** Does something, says that it was done, or why not; answers whether it was. */
export async function attempt(action, done) {
  try {
    await action();
    if (done) toast(done);
    return true;
  } catch (error) {
    toast(error.message, true);
    return false;
  }
}

/** Asks before something is done that cannot be undone; answers whether to. */
export const confirm = (title, text, yes, kind = 'danger') =>
  ask(title, ({ done }) => div({ class: 'body' }, p(text), div({ class: 'ends' }, Button({ onClick: () => done(false) }, 'Cancel'), Button({ kind, autofocus: true, onClick: () => done(true) }, yes)))).then(Boolean);

const OneDialog = maker(({ dialog }) => {
  const ref = useRef(null);
  // Closed, it gives the focus back to where it was; only taken away, it would not.
  useEffect(() => { const it = ref.current; it.showModal(); return () => it.close(); }, []);
  const Body = maker(dialog.Body);
  return tags.dialog({ ref, 'aria-labelledby': `d${dialog.id}`, onCancel: (event) => { event.preventDefault(); dialog.done(); }, onClose: () => dialog.done() },
    h2({ id: `d${dialog.id}` }, dialog.title), Body({ ...dialog.props, done: dialog.done }));
});

/** Where dialogs and messages appear. */
export const Overlays = maker(() => {
  const [, set] = useState(0);
  useEffect(() => { const on = () => set((n) => n + 1); listeners.add(on); return () => listeners.delete(on); }, []);
  return fragment(
    shown.dialogs.map((dialog) => OneDialog({ key: dialog.id, dialog })),
    div({ class: 'toasts', role: 'status', 'aria-live': 'polite' }, shown.toasts.map((one) => div({ key: one.id, class: classes('toast', one.bad && 'bad') }, one.text))));
});
export const dialogIsOpen = () => shown.dialogs.length > 0;

// What pages load.

/**
 * Loads something, and again when `inputs` change or `reload` is called: {data, error, loading, reload, refresh}. What is under way is shown when it comes, however
 * often one asks meanwhile: after it `reload` loads once more, `refresh`, which is for timers, does not.
 */
export function useLoad(load, inputs = []) {
  const [state, set] = useState({ loading: true });
  const current = useRef({}); // One for each set of inputs.
  const reload = async () => {
    const it = current.current;
    it.again = true;
    if (it.busy) return;
    it.busy = true;
    while (it.again && it === current.current) {
      it.again = false;
      set((old) => ({ ...old, loading: true }));
      try {
        const data = await load();
        if (it === current.current) set({ data, loading: false });
      } catch (error) {
        if (it === current.current) set((old) => ({ data: old.data, error, loading: false }));
      }
    }
    it.busy = false;
  };
  const refresh = () => { if (!current.current.busy) reload(); };
  useEffect(() => { current.current = {}; reload(); return () => { current.current = {}; }; }, inputs);
  return { ...state, reload, refresh };
}

/** What is loaded, or a word about why it is not there: `show` is given the data. */
export const loaded = (state, show, what) => fragment(
  state.error && Problem({ error: state.error, retry: state.reload }),
  state.data !== undefined ? show(state.data) : state.loading && Loading({ what }));

export const List = maker(({ items, item, id = (it) => it.id, ...rest }) => ul(rest, items.map((it) => li({ key: id(it) }, item(it)))));
export const Link = maker(({ to, children, ...rest }) => a({ ...rest, href: `#/${to.map(encodeURIComponent).join('/')}` }, children));
