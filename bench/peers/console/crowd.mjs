// A daemon with a thousand runs on its board, and pages that watch it, for `bench/run console`. Asked `NAME SECONDS` on standard input, it
// opens that page, lets runs talk so long, and answers in a line of JSON what the page made of it.
// The variables are those of the tests of the console, whose daemon and browser these are.
import { createInterface } from 'node:readline';

const tests = process.env.TESTS;
const { Browser, Daemon } = await import(`${tests}/harness.mjs`);
const { CROWDED, Gauge, start } = await import(`${tests}/crowd.mjs`);

const RUNS = 1000;
const TALKERS = 55; // Each speaks nearly twenty times a second: a thousand events a second and some more.
const WARM_UP = 2;
const CONSOLE = 'console';

const daemon = await new Daemon(CROWDED).start();
const browser = await new Browser().open();
await start(daemon, RUNS - TALKERS, 'say I am here.\nhang');

/** What every page notes of itself: how long its frames are apart, and how many events it took. */
function note() {
  window.noted = { gaps: [], taken: 0 };
  let before = performance.now();
  const frame = (at) => {
    window.noted.gaps.push(at - before);
    before = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** A page that reads the same feed and does nothing with it but count. */
function listen() {
  const socket = new WebSocket(new URL('/ws/feed', location.href).href.replace('http', 'ws'), ['retinue']);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'events') window.noted.taken += message.events.length;
  };
  document.body.innerHTML = '<input type="search">';
}

async function open(name) {
  const page = await browser.page(daemon);
  const own = name === CONSOLE;
  if (!own) await page.goto(`${daemon.url}/api/ping`);
  await page.evaluate(`(${note})()`);
  if (!own) await page.evaluate(`(${listen})()`);
  return { page, gauge: await Gauge.of(page), own };
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** The events that the page has taken so far. */
const taken = async ({ page, gauge, own }) => (own ? (await gauge.board()).applied : page.evaluate(() => window.noted.taken));

async function watch(name, seconds) {
  const watched = await open(name);
  const { page, gauge } = watched;
  const talkers = await start(daemon, TALKERS, `repeat ${(seconds + 2 * WARM_UP) * 20}\ntake 50ms\nsay I am at it.\nend\ncomplete done`);
  await page.waitForTimeout(WARM_UP * 1000);
  await page.evaluate(() => { window.noted.gaps = []; });
  const [before, had] = [await gauge.read(), await taken(watched)];
  const answers = [];
  while ((await page.evaluate(() => performance.now())) - before.at < seconds * 1000) {
    answers.push(await gauge.type('no run has this'), await gauge.type(''));
    await page.waitForTimeout(100);
  }
  const [after, has] = [await gauge.read(), await taken(watched)];
  const gaps = (await page.evaluate(() => window.noted.gaps)).sort((a, b) => a - b);
  answers.sort((a, b) => a - b);
  const passed = (after.at - before.at) / 1000;
  // Nobody talks any more when the next page is watched.
  for (let over = false; !over;) {
    over = (await daemon.get('/api/agents?status=running&limit=1000')).agents.length <= RUNS - TALKERS;
    if (!over) await page.waitForTimeout(200);
  }
  await page.context().close();
  // And its board is as this one's was.
  for (const id of talkers) await daemon.request('DELETE', `/api/agents/${id}`);
  return { events: (has - had) / passed, frame: at(gaps, 0.99), answer: at(answers, 0.95), share: ((after.busy - before.busy) / 1000 / passed) * 100, memory: after.heap / 1e6 };
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, seconds] = line.split(' ');
  console.log(JSON.stringify(await watch(name, Number(seconds))));
}
await browser.close();
await daemon.kill();
process.exit();
