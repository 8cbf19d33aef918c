// A thousand runs on the board, some of which talk as fast as they are told to, and what the page makes of it: for crowd.test.mjs and for `bench/run console`.

/** A daemon that lets so many work at once. */
export const CROWDED = `
server:
  port: 0
limits:
  slots: 2000
  runs-at-work: 2000
  open-runs-per-caller: 5000
  requests-per-second: 100000
  requests-burst: 100000
  starts-per-second: 100000
  starts-burst: 100000
staff:
  player: {description: Plays its contract., runtime: scripted}
`;

const AT_ONCE = 150;

/** Starts so many runs that play this; answers their ids. */
export async function start(daemon, many, script) {
  const ids = [];
  while (ids.length < many) ids.push(...await Promise.all(Array.from({ length: Math.min(AT_ONCE, many - ids.length) }, () => daemon.play('player', script))));
  return ids;
}

/** What comes over the feed of a page, held against what must come: of each run every number once, in order. */
export class Wire {
  fresh = 0;
  frames = 0;
  bytes = 0;
  wrong = [];
  #known = new Map(); // As far as the page knows each run, and the last number that came as an event.

  /** To be called before the page is opened. */
  listen(page) {
    page.on('websocket', (socket) => {
      if (socket.url().includes('/ws/feed')) socket.on('framereceived', ({ payload }) => this.#take(String(payload)));
    });
  }

  #take(text) {
    this.frames++;
    this.bytes += text.length;
    const message = JSON.parse(text);
    for (const row of message.rows ?? []) {
      const known = this.#known.get(row.id) ?? { seq: 0, last: 0 };
      this.#known.set(row.id, { ...known, seq: Math.max(known.seq, row.seq) });
    }
    if (message.type !== 'events') return;
    for (const { run, seq } of message.events) {
      const known = this.#known.get(run);
      if (known === undefined) this.wrong.push(`${run} has an event ${seq} and no row`);
      else {
        if (known.last > 0 && seq !== known.last + 1) this.wrong.push(`${run} has ${seq} after ${known.last}`);
        if (known.last === 0 && seq > known.seq + 1) this.wrong.push(`${run} begins with ${seq} after a row of ${known.seq}`);
        if (seq > known.seq) this.fresh++;
        this.#known.set(run, { seq: Math.max(known.seq, seq), last: seq });
      }
    }
  }

  /** How far each run has come. */
  numbers() {
    return Object.fromEntries([...this.#known].map(([run, { seq }]) => [run, seq]));
  }
}

/** What a page knows, and what that takes. */
export class Gauge {
  static async of(page) {
    const gauge = new Gauge();
    gauge.page = page;
    gauge.cdp = await page.context().newCDPSession(page);
    // Time on the core and not on the wall: so it says the same on a machine with much else to do.
    await gauge.cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.evaluate(() => {
      window.tasks = { longest: 0 };
      new PerformanceObserver((list) => list.getEntries().forEach((it) => { window.tasks.longest = Math.max(window.tasks.longest, it.duration); })).observe({ type: 'longtask' });
    });
    return gauge;
  }

  /** How the board is now. */
  board() {
    return this.page.evaluate(async () => {
      const { feed } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'feed.js'));
      return { applied: feed.board.applied, ignored: feed.board.ignored, status: feed.connection.status, runs: Object.fromEntries([...feed.board.runs].map(([id, run]) => [id, [run.seq, run.state]])), at: performance.now() };
    });
  }

  /** Begins anew with what is the longest task. */
  forget() {
    return this.page.evaluate(() => { window.tasks.longest = 0; });
  }

  async read() {
    const all = Object.fromEntries((await this.cdp.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]));
    const [longest, elements, at] = await this.page.evaluate(() => [window.tasks.longest, document.querySelectorAll('*').length, performance.now()]);
    return { longest, elements, at, busy: all.TaskDuration * 1000, script: all.ScriptDuration * 1000, heap: all.JSHeapUsedSize };
  }

  /** How long the page takes to answer somebody who types, in ms. */
  type(text) {
    return this.page.evaluate(async (typed) => {
      const input = document.querySelector('input[type=search]');
      const from = performance.now();
      input.value = typed;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - from;
    }, text);
  }
}
