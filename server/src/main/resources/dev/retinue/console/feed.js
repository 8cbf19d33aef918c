// The one feed: a WebSocket with a cursor. First the board as it is, then what happens, in batches; whoever comes back says how far it had heard,
// and gets the rest. Pages hear of it at most once a frame.
import { useEffect, useReducer, useState } from './dom.js';
import { apply, EMPTY } from './board.js';
import { rest, skew } from './kit.js';

const QUIET = 12_000; // The server says something every few seconds: after that it is gone, whatever the network believes.
export const FIRST_PAUSE = 400;
export const LONGEST_PAUSE = 8000;
export const STEADY = 5000; // A connection that lasts so long is a good one: after it we begin with short pauses again.
const MOST_CHECKED = 10_000; // In one message.
const MAY = { read: [], watch: ['watch'], run: ['run'], admin: ['watch', 'run', 'admin'] };

class Feed {
  board = EMPTY;
  me = null;
  connection = { status: 'connecting' };
  /** How often it was connected: whoever has a connection of his own sees by it that there was trouble. */
  greetings = 0;
  #socket = null;
  #pause = FIRST_PAUSE;
  #greeted = Infinity;
  #timer = null;
  #quiet = null;
  #listeners = new Set();
  #watches = new Map();
  #frame = null;

  start() {
    this.#open();
    addEventListener('online', () => this.retry());
    document.addEventListener('visibilitychange', () => { if (!document.hidden && this.connection.status === 'lost') this.retry(); });
  }

  /** Tries at once, instead of later. */
  retry() {
    this.#pause = FIRST_PAUSE;
    this.#open();
  }

  /** Calls this after something has changed, at most once a frame. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Follows one run from this event on: `take` is given its events, in their order, each once, `draft` what it writes meanwhile, and `gone` a sentence if there is no such run.
   * Answers a function that ends it.
   */
  watch(run, after, { take, draft = () => {}, gone = () => {} }) {
    const watch = { run, after, take, draft, gone };
    this.#watches.set(run, watch);
    this.#say({ type: 'watch', run, after });
    return () => {
      if (this.#watches.get(run) === watch) {
        this.#watches.delete(run);
        this.#say({ type: 'unwatch', run });
      }
    };
  }

  /** Asks for runs that ended before those that are known. */
  older() {
    this.#say({ type: 'older', before: this.board.older });
  }

  #open() {
    clearTimeout(this.#timer);
    const before = this.#socket;
    this.#socket = null;
    before?.close();
    const cursor = this.board.complete ? this.board.cursor : null;
    const address = new URL('/ws/feed', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    if (cursor !== null) address.searchParams.set('after', cursor);
    const socket = new WebSocket(address, ['retinue']);
    this.#socket = socket;
    socket.onmessage = ({ data }) => { if (socket === this.#socket) { this.#heard(); this.#take(JSON.parse(data)); } };
    socket.onclose = () => { if (socket === this.#socket) this.#lost(); };
    this.#heard();
  }

  #heard() {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => { const socket = this.#socket; this.#lost(); socket?.close(); }, QUIET);
  }

  async #lost() {
    this.#socket = null;
    clearTimeout(this.#quiet);
    if (Date.now() - this.#greeted > STEADY) this.#pause = FIRST_PAUSE;
    this.#greeted = Infinity;
    if (this.connection.status === 'live') this.#become('lost');
    // A socket does not say why it was refused; a request does.
    const refused = await fetch('/api/ping', { credentials: 'same-origin', signal: AbortSignal.timeout(5000) }).then((response) => response.status === 401, () => false);
    if (this.#socket !== null) return;
    this.#become(refused ? 'refused' : 'lost');
    this.#timer = setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #become(status) {
    if (this.connection.status !== status) {
      rest.on = status === 'refused';
      this.connection = { status, since: Date.now() };
      this.#changed();
    }
  }

  #take(message) {
    switch (message.type) {
      case 'hello': {
        const other = this.me !== null && (this.me.id !== message.me.id || this.me.scope !== message.me.scope);
        if (this.me !== null && this.me.id !== message.me.id) { location.reload(); break; } // Nothing is left of whoever was here before.
        this.me = message.me;
        this.greetings++;
        skew.ms = Date.parse(message.now) - Date.now();
        this.#greeted = Date.now();
        // Another sees other runs, and one who may see more by now does not hear of those that were there before.
        if (other && message.resumed) {
          this.board = EMPTY;
          this.#open();
          this.#changed();
          break;
        }
        for (const { run, after } of this.#watches.values()) this.#say({ type: 'watch', run, after });
        // What was removed meanwhile nobody tells: so we ask.
        if (message.resumed && this.board.runs.size > 0) {
          const runs = [...this.board.runs.keys()];
          for (let i = 0; i < runs.length; i += MOST_CHECKED) this.#say({ type: 'check', runs: runs.slice(i, i + MOST_CHECKED) });
        }
        if (message.resumed) this.#become('live');
        this.#changed();
        break;
      }
      case 'run': {
        const watch = this.#watches.get(message.run);
        const fresh = watch ? message.events.filter((event) => event.seq > watch.after) : [];
        if (fresh.length > 0) {
          watch.after = fresh.at(-1).seq;
          watch.take(fresh);
        }
        break;
      }
      case 'draft':
        this.#watches.get(message.run)?.draft(message);
        break;
      case 'gone':
        this.#watches.get(message.run)?.gone(message.content);
        break;
      default: {
        const known = this.board.runs.size;
        this.board = apply(this.board, message);
        if (message.type === 'older' && this.board.runs.size === known && message.next !== null) this.older();
        if (message.type === 'rows' && message.last) this.#become('live');
        this.#changed();
      }
    }
  }

  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #changed() {
    // A page that nobody sees gets no frames; it is drawn when somebody looks.
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      for (const listener of this.#listeners) listener();
    });
  }
}

export const feed = new Feed();

/** The feed's board, connection and caller, kept up to date. */
export function useFeed() {
  const [, redraw] = useReducer((n) => n + 1, 0);
  useEffect(() => {
    redraw(); // For what happened before anybody listened.
    return feed.subscribe(redraw);
  }, []);
  return feed;
}

/** Who one is, as far as that is known yet: drawn anew only when that changes. */
export function useMe() {
  const [me, set] = useState(feed.me);
  useEffect(() => {
    const look = () => set(feed.me);
    look();
    return feed.subscribe(look);
  }, []);
  return me;
}

/** Whether this caller sees what belongs to others. */
export const seesAll = (me) => me !== null && MAY[me.scope].includes('watch');

/** For whom those wait who ask something: who may only look answers nobody. */
export const forWhom = () => (whyNot('run') ? 'for an answer' : 'for you');

/** Why the caller may not do what needs this scope; undefined if it may. For the `why` of buttons. */
export function whyNot(scope) {
  return feed.me && !MAY[feed.me.scope].includes(scope) ? (MAY[feed.me.scope].includes('run') ? `That needs a token with the scope '${scope}'.` : 'You may only look: your token is read-only.') : undefined;
}
