// A thousand runs, and a thousand events a second: everything arrives once, and the page answers whoever uses it.
// How many events a second it really takes is measured by `bench/run console`; here is what must hold on any machine.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { assertNoErrors, Browser, Daemon, picture } from './harness.mjs';
import { CROWDED, Gauge, start, Wire } from './crowd.mjs';

const RUNS = 1000;
const TALKERS = 100;
const SAID = 100;
let daemon;
let browser;

before(async () => {
  daemon = await new Daemon(CROWDED).start();
  browser = await new Browser().open();
});

after(async () => {
  await browser?.close();
  await daemon?.kill();
});

test('a thousand runs are on the board, each event is taken once, and the page still answers', async () => {
  const wire = new Wire();
  const page = await browser.page(daemon, { prepare: (it) => wire.listen(it) });
  const gauge = await Gauge.of(page);
  await start(daemon, RUNS - TALKERS, 'say I am here.\nhang');
  // Each speaks twenty times a second: two thousand events a second, if the machine has time for that.
  const before = await gauge.read();
  const begun = Date.now();
  const talkers = start(daemon, TALKERS, `repeat ${SAID}\ntake 50ms\nsay I am at it.\nend\ncomplete done`);
  let slowest = 0;
  let elements = 0;
  for (let over = false; !over;) {
    slowest = Math.max(slowest, await gauge.type('no run has this'), await gauge.type(''));
    elements = Math.max(elements, (await gauge.read()).elements);
    const { runs } = await gauge.board();
    over = Object.values(runs).filter(([, state]) => state === 'completed').length === TALKERS;
    assert.ok(Date.now() - begun < 120_000, JSON.stringify(Object.values(runs)));
  }
  const ids = await talkers;
  const after = await gauge.read();
  const seconds = (after.at - before.at) / 1000;
  assert.deepEqual(wire.wrong, [], 'no gap and no duplicate');
  const board = await gauge.board();
  assert.deepEqual([board.applied, board.ignored >= 0, board.status], [wire.fresh, true, 'live'], 'all of it is taken');
  assert.deepEqual(Object.fromEntries(Object.entries(board.runs).map(([id, [seq]]) => [id, seq])), wire.numbers());
  const told = (await daemon.get('/api/agents?limit=1000')).agents;
  assert.deepEqual(Object.fromEntries(Object.entries(board.runs).map(([id, [, state]]) => [id, state])), Object.fromEntries(told.map((it) => [it.id, it.state])), 'the board says of each run what the daemon says of it');
  for (const id of ids) assert.ok(board.runs[id][0] > SAID);
  // Only what one sees is drawn, and most of the time the page has nothing to do.
  assert.ok(elements < 2500, `${elements} elements`);
  const share = (after.busy - before.busy) / 1000 / seconds;
  const many = ids.length * SAID;
  console.log(`# ${many} events in ${seconds.toFixed(1)} s (${(many / seconds).toFixed(0)}/s): ${(share * 100).toFixed(0)} % of a core, scripts ${((after.script - before.script) / many * 1000).toFixed(0)} ms for 1,000 events, longest task ${after.longest.toFixed(0)} ms, slowest answer ${slowest.toFixed(0)} ms, ${elements} elements, ${(after.heap / 1e6).toFixed(0)} MB, ${wire.frames} frames`);
  assert.ok(share < 0.7, `the page is at work ${share * 100} % of the time`);
  assert.ok((after.script - before.script) / many < 0.5, 'a thousand events take less than half a second of scripts');
  assert.ok(slowest < 3000, `the page took ${slowest} ms to answer`);
  await picture(page, 'crowd');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.locator(`li.run[aria-posinset="${RUNS}"]`).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('a run that never pauses is watched as it happens, and the page still answers', async () => {
  const id = await daemon.play('player', `repeat 1500\nsay I am **at it**: see \`Money.java\`.\ncall Bash {"command": "mvn -q test"} -> failed: one test\nend\ncomplete done`);
  const page = await browser.page(daemon, { at: `#/run/${id}` });
  const gauge = await Gauge.of(page);
  const before = await gauge.read();
  await page.locator('.event.end').waitFor({ timeout: 120_000 });
  const after = await gauge.read();
  const many = 3 * 1500;
  const numbers = await page.locator('.event').count();
  assert.ok(numbers > 0 && numbers <= 300, `${numbers} entries are drawn`);
  assert.equal(await page.locator('.event.text .event-what').last().textContent(), 'I am at it: see Money.java.');
  console.log(`# a loud run: ${((after.at - before.at) / 1000).toFixed(1)} s, the page ${(after.busy - before.busy).toFixed(0)} ms on the core, ${((after.busy - before.busy) / many * 1000).toFixed(0)} ms for 1,000 events, longest task ${after.longest.toFixed(0)} ms`);
  // What is drawn already is not drawn anew: before, a thousand events took many seconds.
  assert.ok((after.busy - before.busy) / many < 2, 'a thousand events take less than two seconds of the core');
  await page.getByRole('button', { name: 'Show earlier' }).click();
  await page.waitForFunction((drawn) => document.querySelectorAll('.event').length > drawn, numbers);
  assertNoErrors(page);
  await page.context().close();
});
