// The feed: what happens while the daemon is gone, or the network, is there afterwards, once. And who may only read sees, and cannot touch.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { assertNoErrors, assertWell, Browser, Daemon, picture } from './harness.mjs';

let daemon;
let browser;

before(async () => {
  daemon = await new Daemon().start();
  browser = await new Browser().open();
});

after(async () => {
  await browser?.close();
  await daemon?.kill();
});

/** All that the page shows of a run's talk. */
const said = (page) => page.locator('.event.text').allInnerTexts().then((all) => all.map((it) => it.split('\n').at(-1)));

/** Waits until so much was said, and looks at what it is. */
async function assertSaid(page, expected) {
  await page.waitForFunction((count) => document.querySelectorAll('.event.text').length >= count, expected.length);
  assert.deepEqual(await said(page), expected);
}

test('a daemon that is killed and comes back is gone on with, without a gap and without a duplicate', async () => {
  const id = await daemon.play('player', 'say one\nask Go on?\nsay two\nsay three\nask And now?\nsay four\ncomplete done', { budget: { max_cost_usd: 1 } });
  const other = await daemon.play('researcher', 'spend 0.25 in 100 out 10\nask Wait?\nspend 0.5 in 100 out 10\nhang');
  const board = await browser.page(daemon);
  const page = await browser.page(daemon, { at: `#/run/${id}` });
  await page.locator('.need', { hasText: 'Go on?' }).waitFor();
  await assertSaid(page, ['one']);
  await daemon.kill();
  await page.locator('.banner', { hasText: 'Disconnected' }).waitFor();
  await page.locator('#link', { hasText: 'disconnected' }).waitFor();
  await picture(page, 'disconnected');
  await assertWell(page, 'Disconnected');
  await daemon.start();
  await answer(id, 'yes'); // Before the pages are back.
  await answer(other, 'no');
  await page.locator('#link', { hasText: 'live' }).waitFor();
  await page.locator('.need', { hasText: 'And now?' }).waitFor();
  await page.locator('.banner').waitFor({ state: 'detached' });
  await assertSaid(page, ['one', 'two', 'three']);
  await board.locator(`li.run:has(#go-${other})`, { hasText: '$0.750' }).waitFor();
  await answer(id, 'end');
  await page.locator('.event.end').waitFor();
  await assertSaid(page, ['one', 'two', 'three', 'four']);
  const fresh = await browser.page(daemon, { at: `#/run/${id}` });
  await fresh.locator('.event.end').waitFor();
  // What follows the end of a run comes a moment later, to the one or to the other.
  const drawn = () => Promise.all([page, fresh].map((it) => it.locator('.event').count()));
  for (let asked = 0, [here, there] = await drawn(); here !== there; [here, there] = await drawn()) {
    assert.ok(++asked < 1000, `the same as somebody sees who comes now: ${here} and ${there} entries`);
  }
  await fresh.context().close();
  const feed = await board.evaluate(async () => { const { feed } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'feed.js')); return { cursor: feed.board.cursor, runs: feed.board.runs.size }; });
  const all = await daemon.get('/api/agents?limit=1000');
  assert.equal(feed.runs, all.agents.length);
  assertNoErrors(page);
  assertNoErrors(board);
  await page.context().close();
  await board.context().close();
});

async function answer(id, text) {
  for (;;) {
    const { waiting_for: needs } = await daemon.get(`/api/agents/${id}`);
    if (needs?.length > 0) return daemon.post(`/api/agents/${id}/answers`, { need: needs[0].id, answer: text });
  }
}

test('what was removed while nobody listened is gone afterwards', async () => {
  const id = await daemon.play('player', 'complete soon gone');
  const stays = await daemon.play('player', 'complete still there');
  let away = false;
  let feed;
  let asked = [];
  const page = await browser.page(daemon, { prepare: (it) => it.routeWebSocket(/\/ws\/feed/, (socket) => {
    feed = socket;
    if (away) { socket.close(); return; }
    const server = socket.connectToServer();
    socket.onMessage((message) => { asked.push(JSON.parse(message)); server.send(message); });
  }) });
  await page.reload(); // So that its connection is watched.
  await page.locator(`#go-${id}`).waitFor();
  away = true;
  await feed.close();
  await page.locator('.banner', { hasText: 'Disconnected' }).waitFor();
  await daemon.request('DELETE', `/api/agents/${id}`);
  assert.equal(await page.locator(`#go-${id}`).count(), 1, 'what was known stays while nobody tells more');
  asked = [];
  away = false;
  await page.evaluate(() => dispatchEvent(new Event('online'))); // At once, if it has not come back by itself.
  await page.locator(`#go-${id}`).waitFor({ state: 'detached' });
  await page.locator(`#go-${stays}`).waitFor();
  assert.ok(new URL(feed.url()).searchParams.has('after'), 'it goes on where it was');
  assert.ok(asked.some((it) => it.type === 'check' && it.runs.includes(id)), JSON.stringify(asked));
  assertNoErrors(page);
  await page.context().close();
});

test('who may only read sees, and cannot touch', async () => {
  const tokens = (...words) => execFileSync(process.env.LAUNCHER, ['token', ...words, '--data', daemon.data, '--json'], { env: { ...process.env, HOME: daemon.folder } }).toString();
  // What belongs to a name is seen by whoever has it next.
  const before = JSON.parse(tokens('create', 'anna', '--scope', 'run')).token;
  const { id } = await daemon.request('POST', '/api/agents', { agent: 'player', contract: 'ask May I?\nhang' }, before);
  tokens('revoke', 'anna');
  const { token } = JSON.parse(tokens('create', 'anna', '--scope', 'read'));
  const page = await browser.page(daemon, { token });
  await page.locator('#link', { hasText: 'live' }).waitFor();
  await page.getByText('read only').waitFor();
  await page.getByRole('heading', { name: '1 waits for an answer' }).waitFor();
  await page.locator(`#go-${id}`).waitFor();
  for (const name of [/^Stop/, /budget/i, 'Answer']) {
    const button = page.getByRole('button', { name }).first();
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.match(await button.getAttribute('title'), /read-only/);
    await button.click({ force: true });
  }
  assert.equal(await page.getByRole('dialog').count(), 0);
  await picture(page, 'read-only');
  await assertWell(page, 'Now, read only');
  const refused = await page.evaluate(async (run) => (await fetch(`/api/agents/${run}/stop`, { method: 'POST' })).status, id);
  assert.equal(refused, 403, 'the server refuses anyway');
  assert.equal((await daemon.get(`/api/agents/${id}`)).state, 'waiting');
  await page.context().close();
});
