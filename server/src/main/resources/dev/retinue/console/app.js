// The frame: navigation, whether we are connected, keys for everything, and the page that the address names.
import { fragment, maker, render, tags, useEffect, useErrorBoundary, useLayoutEffect, useState } from './dom.js';
import { ask, attempt, Button, dialogIsOpen, Empty, icon, Link, logo, Overlays, Page, Problem, rest } from './kit.js';
import { post } from './api.js';
import { feed, forWhom, useFeed } from './feed.js';
import { attention } from './board.js';
import { letters, pageKeys, switchLetters } from './keys.js';
import now from './now.js';
import run from './run.js';
import sessions from './sessions.js';
import fleet from './fleet.js';
import staff from './staff.js';
import costs from './costs.js';
import health from './health.js';

const { a, code, div, header, input, kbd, label, main, nav, p, span } = tags;

/** By the first word of the address. A page is {title, Page}, and Page is given the rest of the address as `path`. */
const PAGES = { now, run, sessions, fleet, staff, costs, health };
const MENU = ['now', 'sessions', 'fleet', 'staff', 'costs', 'health'];

// The theme: as the system has it, until somebody chooses.

const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = () => { try { return localStorage.getItem('theme'); } catch { return null; } };
const themeNow = () => chosen() ?? (system.matches ? 'dark' : 'light');
const themes = new EventTarget();
function applyTheme(theme = themeNow()) {
  document.documentElement.dataset.theme = theme;
  themes.dispatchEvent(new Event('change'));
}
function switchTheme() {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  try { localStorage.setItem('theme', next); } catch { /* Then it is for this page only. */ }
  applyTheme(next);
}
system.addEventListener('change', () => applyTheme());
applyTheme();

// The address: #/page/part/part.

function route() {
  const [name, ...path] = location.hash.replace(/^#\/?/, '').split('?')[0].split('/').map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
  return { name: Object.hasOwn(PAGES, name) ? name : name === '' ? 'now' : null, path };
}
function useRoute() {
  const [at, set] = useState(route);
  useEffect(() => {
    const moved = () => { set(route()); scrollTo(0, 0); queueMicrotask(() => setTimeout(() => document.getElementById('title')?.focus({ preventScroll: true }))); };
    addEventListener('hashchange', moved);
    set((old) => { const now = route(); return JSON.stringify(now) === JSON.stringify(old) ? old : now; }); // It may have changed before anybody listened.
    return () => removeEventListener('hashchange', moved);
  }, []);
  return at;
}

// Keys: those of the page, then those of the frame.

const go = (name) => () => { location.hash = `#/${name}`; };
const KEYS = [
  ...MENU.map((name, n) => [String(n + 1), `Go to ${PAGES[name].title}`, go(name)]),
  ['t', 'Light or dark', switchTheme],
  ['?', 'Show these keys', () => help()],
];
const keys = () => (rest.on ? KEYS : [...pageKeys(), ...KEYS]); // A page that is hidden hears none.
const help = () => ask('Keys', ({ done }) => {
  return div({ class: 'body' }, div({ class: 'keys' }, keys().map(([key, words]) => [span({ key }, key.split(' ').map((one) => kbd({ key: one }, { ArrowDown: '↓', ArrowUp: '↑' }[one] ?? one))), span(words)])), p({ class: 'quiet small' }, 'Tab goes through everything else, Enter presses, Escape closes.'),
    label({ class: 'check' }, input({ type: 'checkbox', defaultChecked: letters.on, onChange: (event) => switchLetters(event.target.checked) }), 'Keys of one character work'),
    div({ class: 'ends' }, Button({ onClick: () => done() }, 'Close')));
});
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialogIsOpen()) return;
  const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
  if (typing) {
    if (event.key === 'Escape') typing.blur();
    return;
  }
  if (!letters.on && event.key.length === 1) return;
  // Who is in something that scrolls scrolls it.
  const scrolls = event.key.startsWith('Arrow') && event.target.closest?.('[tabindex="0"]');
  if (scrolls && scrolls.scrollHeight > scrolls.clientHeight) return;
  const found = keys().find(([key]) => key.split(' ').includes(event.key));
  if (found) { event.preventDefault(); found[2](event); }
});

async function signOut() {
  if (await attempt(() => post('/sign-out'))) location.assign('/sign-in');
}

// The frame.

const WORDS = { connecting: 'connecting …', live: 'live', lost: 'disconnected', refused: 'not signed in' };

const Frame = maker(() => {
  const at = useRoute();
  const { connection, board, me } = useFeed();
  const waiting = attention(board).length;
  const dark = document.documentElement.dataset.theme === 'dark';
  const [, redraw] = useState(0);
  useEffect(() => {
    const change = () => redraw((n) => n + 1);
    themes.addEventListener('change', change);
    return () => themes.removeEventListener('change', change);
  }, []);
  return div({ class: 'frame' },
    a({ class: 'skip', href: '#main', onClick: (event) => { event.preventDefault(); document.getElementById('main').focus(); } }, 'Skip to the page'),
    header({ class: 'side' },
      a({ class: 'brand', href: '#/now' }, logo(), 'Retinue'),
      nav({ class: 'nav', 'aria-label': 'Pages' }, MENU.map((name) =>
        a({ key: name, href: `#/${name}`, 'aria-current': at.name === name || (name === 'now' && at.name === 'run') ? 'page' : undefined }, icon(name), PAGES[name].title,
          name === 'now' && waiting > 0 && span({ class: 'tally' }, waiting, span({ class: 'hidden-text' }, `${waiting === 1 ? ' waits' : ' wait'} ${forWhom()}`))))),
      div({ class: 'side-foot' },
        div({ class: 'link', id: 'link' }, span({ class: `dot ${connection.status === 'live' ? '' : connection.status === 'connecting' ? 'wait' : 'off'}`, 'aria-hidden': 'true' }), WORDS[connection.status]),
        me && div({ class: 'who' }, me.name, (me.scope === 'read' || me.scope === 'watch') && ' · read only', me.signed_in && fragment(' · ', tags.button({ class: 'out', type: 'button', onClick: signOut }, 'sign out'))),
        div({ class: 'row' },
          Button({ kind: 'plain tight', onClick: switchTheme, 'aria-label': dark ? 'Switch to light' : 'Switch to dark' }, icon(dark ? 'sun' : 'moon'), dark ? 'Light' : 'Dark'),
          Button({ kind: 'plain tight', onClick: help, 'aria-label': 'Show the keys' }, kbd('?'), 'Keys')))),
    main({ class: 'main', id: 'main', tabIndex: -1 },
      div({ role: 'status', 'aria-live': 'polite' }, connection.status === 'lost' &&
        div({ class: 'banner' }, 'Disconnected: what you see is as it was. Trying again by itself.', Button({ kind: 'tight', onClick: () => feed.retry() }, 'Try now'))),
      connection.status === 'refused' && SignIn(),
      // Hidden it keeps what was typed, until one is signed in again.
      (me || connection.status !== 'refused') && div({ hidden: connection.status === 'refused' }, Content({ key: `${at.name}/${at.path.join('/')}`, at }))),
    Overlays());
});

/** A page that breaks does not take the frame with it. */
const Content = maker(({ at }) => {
  const [error, again] = useErrorBoundary();
  if (error) return Page({ title: 'Something broke' }, Problem({ error, retry: again }));
  if (at.name === null) return Page({ title: 'There is no such page' }, Empty({ title: 'Nothing is here' }, Link({ to: ['now'] }, 'Go to Now')));
  return maker(PAGES[at.name].Page)({ path: at.path });
});

/** Stands before the page that is hidden meanwhile, and gives back the focus and the place that one had in it. */
const SignIn = maker(() => {
  const [was] = useState(() => ({ focus: document.activeElement, top: scrollY, at: location.hash })); // Known only until the page is hidden.
  useLayoutEffect(() => {
    document.getElementById('title').focus({ preventScroll: true });
    return () => requestAnimationFrame(() => {
      if (location.hash !== was.at) return;
      scrollTo(0, was.top);
      if (was.focus.isConnected) was.focus.focus({ preventScroll: true });
    });
  }, []);
  return Page({ title: 'Sign in' },
    Empty({ title: 'Retinue does not know who you are' },
      p('Open the link that ', code('retinue console'), ' prints. It signs this browser in, and works once.', feed.me && ' Opened in another tab, it brings back this one with what you have typed.'),
      p(a({ class: 'btn', href: '/sign-in' }, 'Use a token instead'), ' ', Button({ onClick: () => feed.retry() }, 'Try again'))));
});

feed.start();
render(Frame(), document.getElementById('app'));
