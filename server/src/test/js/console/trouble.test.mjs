// What goes wrong around the pages: a slow daemon, one that refuses or does not answer, a sign-in that ends, a plain name of another machine, and keys that are pressed twice or by mistake.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { assertNoErrors, assertWell, Browser, Daemon, signIn, STAFF } from './harness.mjs';

const FAR = 'far.example';
let daemon;
let browser;

before(async () => {
  daemon = await new Daemon(STAFF.replace('port: 0', `port: 0\n  allowed-hosts: [${FAR}]`)).start();
  browser = await new Browser().open(`--host-resolver-rules=MAP ${FAR} 127.0.0.1`, '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable');
});

after(async () => {
  await browser?.close();
  await daemon?.kill();
});

const open = async (at, more) => {
  const page = await browser.page(daemon, { at, ...more });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
const close = async (page) => {
  assertNoErrors(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
};
const answer = async (id, words) => {
  const { waiting_for: [need] } = await daemon.get(`/api/agents/${id}`);
  await daemon.post(`/api/agents/${id}/answers`, { need: need.id, answer: words });
};
/** Holds back what is asked at this address until `free` is called, and counts it. */
const hold = async (page, address) => {
  const held = { asked: 0 };
  const freed = new Promise((resolve) => { held.free = resolve; });
  await page.route(address, async (route) => { held.asked++; await freed; await route.continue(); });
  return held;
};
/** Lets the pages look a hundred times as often, and counts it. */
const hurry = (page) => page.addInitScript(() => {
  window.looks = 0;
  const { setInterval: every, setTimeout: after } = window;
  window.setInterval = (what, pause) => (pause < 2000 ? every(what, pause) : every(() => { window.looks++; what(); }, pause / 100));
  window.setTimeout = (what, pause) => (pause === 2500 ? after(() => { window.looks++; what(); }, pause / 100) : after(what, pause));
});

test('over plain HTTP, under the name of another machine, one starts, talks and forks', async () => {
  const page = await open('#/staff/player', { by: `http://${FAR}:${daemon.port}` });
  assert.equal(await page.evaluate(() => isSecureContext), false, 'else this shows nothing');
  await page.getByLabel(/^Contract/).fill('complete From afar.');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/#\/run\//);
  await page.locator('.event.end', { hasText: 'From afar.' }).waitFor();
  await page.goto(`http://${FAR}:${daemon.port}/#/sessions`);
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(/#\/sessions\/./);
  const first = page.url();
  await page.locator('#message').fill('complete Heard from afar.');
  await page.locator('#message').press('Enter');
  await page.locator('.turn.assistant', { hasText: 'Heard from afar.' }).waitFor();
  await page.getByRole('button', { name: 'Fork', exact: true }).click();
  await page.waitForURL((url) => url.href !== first && /#\/sessions\/./.test(url.hash));
  await close(page);
});

test('a daemon that takes longer than the pages wait between two looks is still shown', async () => {
  const id = await daemon.play('player', 'ask Go?\nspend 0.2 in 100 out 50\nlearn command=tea\nrepeat 5000\ntake 20ms\nsay x\nend');
  const page = await open('#/now', { prepare: hurry });
  await page.reload(); // So that it begins so.
  // What they ask is answered only after they wanted to ask twice more.
  const slow = async (route) => {
    const looks = await page.evaluate(() => window.looks);
    await page.waitForFunction((before) => window.looks > before + 2, looks).then(() => route.continue(), () => {});
  };
  await page.route(/\/api\/(sessions\?|vitals)/, slow);
  await page.goto(`${daemon.url}/#/sessions`);
  await page.getByRole('heading', { name: 'Conversations' }).waitFor();
  await page.goto(`${daemon.url}/#/health`);
  await page.getByRole('heading', { name: 'The daemon' }).waitFor();
  await page.goto(`${daemon.url}/#/run/${id}`);
  await page.locator('.need', { hasText: 'Go?' }).waitFor();
  await page.route(new RegExp(`/api/agents/${id}$`), slow);
  await answer(id, 'yes');
  await page.getByText('100 in · 50 out').waitFor();
  await daemon.post(`/api/agents/${id}/stop`, {});
  await close(page);
});

test('keys stop and change the run that has the focus and no other, and the dialogs say which it is', async () => {
  const ids = [await daemon.play('reviewer', 'say The first of two alike.\nhang'), await daemon.play('reviewer', 'say The second of two alike.\nhang')];
  const page = await open('#/now');
  await page.getByRole('searchbox').fill('of two alike');
  await page.locator('li.run').nth(1).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('go-'));
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ['x', 'b']) {
    await page.keyboard.press(key);
    await page.locator('.toast', { hasText: 'Go to a run first' }).last().waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  }
  for (const [id, words] of [[ids[0], 'The first of two alike'], [ids[1], 'The second of two alike']]) {
    for (const [key, title] of [['x', 'Stop reviewer?'], ['b', 'Budget of reviewer']]) {
      await page.locator(`li.run:has(#go-${id})`).getByRole('button', { name: /^Stop/ }).focus();
      await page.keyboard.press(key);
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByText(words).waitFor();
      await dialog.getByText(id.slice(0, 14)).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }
  for (const id of ids) await daemon.post(`/api/agents/${id}/stop`, {});
  await close(page);
});

test('a budget that is refused is told in its dialog', async () => {
  const id = await daemon.play('player', 'hang');
  const page = await open(`#/run/${id}`);
  await page.getByRole('button', { name: /budget/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Cost/).fill('7');
  await daemon.post(`/api/agents/${id}/stop`, {});
  await page.locator('.page-head .state', { hasText: 'stopped' }).waitFor();
  await daemon.request('DELETE', `/api/agents/${id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  assert.equal(await dialog.getByLabel(/Cost/).inputValue(), '7');
  await assertWell(page, 'a budget that is refused');
  // Nobody looks at a dialog that was closed meanwhile.
  const held = await hold(page, '**/budget');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('button[aria-disabled=true]', { hasText: 'Save' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.toast.bad').count(), 0);
  held.free();
  await page.locator('.toast.bad').waitFor();
  await close(page);
});

test('what a button could not do is said, and it can be pressed again', async () => {
  const id = await daemon.play('player', 'repeat 450\nsay x\nend\nhang');
  await (async () => { while ((await daemon.get(`/api/agents/${id}`)).seq < 450); })();
  const page = await open(`#/run/${id}`);
  await page.locator('.event').first().waitFor();
  await page.route(/\/events\?/, (route) => route.abort());
  const earlier = page.getByRole('button', { name: 'Show earlier' });
  // First those that are there, then those that must be asked for.
  for (let n = 0; await page.locator('.toast.bad').count() === 0 && n < 3; n++) {
    await earlier.click();
    await page.locator('.timeline button:not([aria-disabled=true])', { hasText: 'Show earlier' }).waitFor();
  }
  await page.locator('.toasts[role=status]', { hasText: 'Retinue does not answer' }).waitFor();
  await page.unroute(/\/events\?/);
  await earlier.click();
  await earlier.waitFor({ state: 'detached' });
  await daemon.post(`/api/agents/${id}/stop`, {});
  await close(page);
});

test('keys of one character can be switched off, and stay off', async () => {
  const page = await open('#/now');
  const letters = page.getByRole('dialog', { name: 'Keys' }).getByLabel('Keys of one character work');
  await page.keyboard.press('?');
  await letters.uncheck();
  await assertWell(page, 'Keys');
  await page.keyboard.press('Escape');
  for (const again of [false, true]) {
    if (again) await page.reload();
    await page.locator('li.run').first().waitFor();
    for (const key of ['5', '?', 'j']) await page.keyboard.press(key);
    assert.ok(page.url().endsWith('#/now'));
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement.id.startsWith('go-')), false);
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.id.startsWith('go-'));
    await page.evaluate(() => document.activeElement.blur());
  }
  await page.getByRole('button', { name: 'Show the keys' }).click();
  await letters.check();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('5');
  await page.getByRole('heading', { level: 1, name: 'Costs' }).waitFor();
  await close(page);
});

test('who presses twice answers once', async () => {
  const id = await daemon.play('player', 'ask Which?\npermission go on\nhang');
  const page = await open(`#/run/${id}`);
  const one = await hold(page, '**/answers');
  await page.locator('.need textarea').fill('this');
  for (let n = 0; n < 2; n++) await page.keyboard.press('Control+Enter');
  await page.locator('.need button[aria-disabled=true]', { hasText: 'Answer' }).waitFor();
  one.free();
  await page.getByRole('button', { name: /^Deny/ }).click();
  assert.equal(one.asked, 1);
  await page.unroute('**/answers');
  const two = await hold(page, '**/answers');
  await page.locator('.need input').focus();
  for (let n = 0; n < 2; n++) await page.keyboard.press('Enter');
  await page.locator('.need button[aria-disabled=true]', { hasText: 'Deny' }).waitFor();
  two.free();
  await page.locator('.need').waitFor({ state: 'detached' });
  assert.equal(two.asked, 1);
  assert.equal(await page.locator('.toast.bad').count(), 0);
  await daemon.post(`/api/agents/${id}/stop`, {});
  await close(page);
});

test('of a tree that is not shown as a whole the page says so', async () => {
  const id = await daemon.play('player', 'start researcher: complete one\nstart reviewer: complete two\ncomplete done');
  const page = await open(`#/run/${id}`);
  await page.getByRole('heading', { name: 'Tree of 3 runs', exact: true }).waitFor();
  await page.route(/root=/, (route) => route.continue({ url: route.request().url().replace('limit=1000', 'limit=2') }));
  await page.reload();
  await page.getByRole('heading', { name: 'Tree of more than' }).waitFor();
  await page.getByText('Not all of them are here').waitFor();
  await close(page);
});

test('who is signed out finds what he typed when he is signed in again', async () => {
  let feed;
  const page = await open('#/staff/player', { prepare: (it) => it.routeWebSocket(/\/ws\/feed/, (socket) => { feed = socket; socket.connectToServer(); }) });
  await page.reload(); // So that its connection is watched.
  await page.getByLabel(/^Contract/).fill('A long thought.');
  await page.context().clearCookies();
  await feed.close();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  assert.equal(await page.getByLabel(/^Contract/).isVisible(), false);
  await assertWell(page, 'Signed out');
  const other = await page.context().newPage();
  await signIn(other, daemon);
  await page.getByLabel(/^Contract/).waitFor();
  assert.equal(await page.getByLabel(/^Contract/).inputValue(), 'A long thought.');
  assert.equal(await page.title(), 'player · Retinue');
  // Somebody else finds nothing of it.
  const { token } = await daemon.post('/api/tokens', { name: 'berta', scope: 'run' });
  await signIn(other, daemon, token);
  await feed.close();
  await page.locator('.who', { hasText: 'berta' }).waitFor();
  assert.equal(await page.getByLabel(/^Contract/).inputValue(), '');
  await close(page);
});

test('a page that is hidden by a sign-in that ended asks for nothing and hears no keys, and one is in it again where one was', async () => {
  const id = await daemon.play('player', 'repeat 5000\ntake 20ms\nsay x\nend');
  let feed;
  const page = await open('#/health', { width: 700, height: 400, prepare: async (it) => { await hurry(it); await it.routeWebSocket(/\/ws\/feed/, (socket) => { feed = socket; socket.connectToServer(); }); } });
  await page.reload(); // So that it begins so.
  await page.locator('#link', { hasText: 'live' }).waitFor();
  const signOut = async () => {
    await page.context().clearCookies();
    await feed.close();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Sign in');
  };
  const asked = [];
  page.on('request', (it) => { const { pathname } = new URL(it.url()); if (pathname.startsWith('/api/') && pathname !== '/api/ping') asked.push(pathname); });
  await page.getByRole('heading', { name: 'The daemon' }).waitFor();
  const choice = page.getByRole('group', { name: 'Which limits' }).getByRole('button', { name: /^All/ });
  await choice.click();
  assert.ok(await page.evaluate(() => scrollY > innerHeight), 'else this shows nothing');
  await signOut();
  asked.length = 0;
  const looks = await page.evaluate(() => window.looks);
  await page.waitForFunction((before) => window.looks > before + 20, looks);
  assert.deepEqual(asked, []);
  const other = await page.context().newPage();
  await signIn(other, daemon);
  await choice.waitFor();
  await page.waitForFunction(() => document.activeElement.textContent.startsWith('All') && scrollY > innerHeight);
  await page.waitForRequest('**/api/vitals');
  // What is known of the run is always old: there is always something to ask.
  await page.route(new RegExp(`/api/agents/${id}$`), async (route) => { const response = await route.fetch(); await route.fulfill({ response, json: { ...await response.json(), seq: 1 } }); });
  await page.goto(`${daemon.url}/#/run/${id}`);
  await page.locator('.event').first().waitFor();
  await page.waitForFunction((before) => window.looks > before, await page.evaluate(() => window.looks)); // It asks now and then.
  await signOut();
  asked.length = 0;
  for (const key of ['x', 'b', '?']) await page.keyboard.press(key);
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.waitFor();
  assert.equal(await page.getByRole('dialog').count(), 1);
  assert.equal(await keys.getByText('Stop this run').count(), 0);
  for (let n = 0; n < 2; n++) await page.waitForRequest('**/api/ping');
  assert.deepEqual(asked, []);
  await daemon.post(`/api/agents/${id}/stop`, {});
  await close(page);
});

test('who reads further up in a conversation stays there while it is connected again', async () => {
  const { id } = await daemon.post('/api/sessions', { agent: 'player', title: 'Long' });
  await daemon.post(`/api/sessions/${id}/messages`, { message: `${Array.from({ length: 60 }, (_, n) => `say Line ${n}.`).join('\n')}\ncomplete The end.` });
  // Its turn is over: what is drawn stays as it is.
  while ((await daemon.get(`/api/sessions/${id}/messages`)).messages.every((it) => !it.content.includes('The end.')) || (await daemon.get(`/api/sessions/${id}`)).status === 'busy');
  const talks = [];
  let greet;
  let free;
  const greeted = new Promise((resolve) => { greet = resolve; });
  const freed = new Promise((resolve) => { free = resolve; });
  const page = await open('#/now', { prepare: (it) => it.routeWebSocket(new RegExp(`/ws/${id}`), (socket) => {
    const server = socket.connectToServer();
    if (talks.push(socket) === 2) server.onMessage(async (message) => { await (JSON.parse(message).session_id ? greeted : freed); socket.send(message); });
  }) });
  await page.goto(`${daemon.url}/#/sessions/${id}`);
  await page.locator('.turn.assistant', { hasText: 'The end.' }).waitFor();
  const read = page.locator('.turn.assistant', { hasText: 'Line 30.' });
  const place = () => read.evaluate((it) => Math.round(it.getBoundingClientRect().top));
  await read.evaluate((it) => new Promise((resolve) => {
    addEventListener('scroll', () => { window.highest = Math.min(window.highest ?? Infinity, scrollY); resolve(); });
    it.scrollIntoView({ block: 'center' });
  }));
  const first = await place();
  await talks[0].close();
  await page.getByText('Disconnected from this conversation').waitFor();
  greet();
  await page.getByText('Disconnected from this conversation').waitFor({ state: 'detached' });
  await page.locator('.turn.assistant', { hasText: 'Line 59.' }).waitFor();
  free();
  await daemon.post(`/api/sessions/${id}/messages`, { message: 'complete Once more.' });
  await page.locator('.turn.assistant', { hasText: 'Once more.' }).waitFor();
  assert.equal(await place(), first);
  assert.ok(await page.evaluate(() => window.highest > 300), 'nor was it elsewhere meanwhile');
  assert.equal(await page.locator('.turn.assistant', { hasText: 'Line 59.' }).count(), 1);
  await close(page);
});
