// Sessions, Staff, Costs and Health in a real browser, with scripted agents, what agents say at their worst, on a phone, in the dark and by keys.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertFits, assertNoErrors, assertWell, Browser, Daemon, picture } from './harness.mjs';

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script> [click](javascript:document.title=3) \u202egnp.exe\u0007';

let daemon;
let browser;

before(async () => {
  daemon = new Daemon();
  mkdirSync(join(daemon.data, 'agents'), { recursive: true });
  writeFileSync(join(daemon.data, 'agents', 'broken.yaml'), 'agents:\n  root:\n    model: anthropic/claude-sonnet-4-5\n    instrction: Be kind.\n');
  mkdirSync(join(daemon.data, 'templates'), { recursive: true });
  writeFileSync(join(daemon.data, 'templates', 'tea.md'), [
    '---', 'name: tea', 'title: Make tea', 'description: Makes tea of these leaves.', 'agent: [player]', 'arguments:', '  leaves:', '    description: Which leaves.', '    enum: [green, black]', '    required: true',
    '  minutes:', '    description: For how long.', '    type: integer', '    default: 3', '  sweet:', '    description: With sugar.', '    type: boolean', '    default: false', '---', 'complete {{leaves}} tea after {{minutes}} minutes, sweet: {{sweet}}',
  ].join('\n'));
  await daemon.start();
  browser = await new Browser().open();
});

after(async () => {
  await browser?.close();
  await daemon?.kill();
});

const session = async (title, agent = 'player') => (await daemon.post('/api/sessions', { agent, title })).id;
const say = (id, message, more = {}) => daemon.post(`/api/sessions/${id}/messages`, { message, ...more });
const until = async (what, holds) => {
  const end = Date.now() + 20_000;
  for (;;) {
    const found = await what();
    if (holds(found)) return found;
    assert.ok(Date.now() < end, JSON.stringify(found));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const idle = (id) => until(() => daemon.get(`/api/sessions/${id}`), (it) => it.status === 'idle');
const token = async (name, more) => (await daemon.post('/api/tokens', { name, ...more })).token;

test('sessions are listed, searched and opened', async () => {
  const page = await browser.page(daemon, { at: '#/sessions' });
  await page.getByText('No conversation is open').waitFor();
  await assertWell(page, 'Sessions without any');
  const tea = await session('About tea');
  await session('About coffee');
  await say(tea, 'say Water first.\nspend 0.01 in 1200 out 80\ncomplete Then leaves.');
  await idle(tea);
  await page.getByRole('link', { name: 'About tea' }).waitFor();
  await page.getByText('$0.010* invented').waitFor();
  await picture(page, 'sessions');
  await assertWell(page, 'Sessions');
  await page.getByLabel('Search sessions').fill('COFFEE');
  await page.getByRole('link', { name: 'About tea' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'About coffee' }).waitFor();
  await page.getByLabel('Search sessions').fill('nothing of the kind');
  await page.getByText('None has that').waitFor();
  await page.getByText('0 of 2 conversations').waitFor();
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Opened here');
  await assertWell(page, 'New session');
  await page.getByRole('dialog').getByLabel('Agent').selectOption('reviewer');
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Opened here' }).waitFor();
  await page.getByRole('heading', { name: 'Nothing was said yet' }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('a conversation grows as it is led, here and elsewhere, and is forked, renamed and closed', async () => {
  const id = await session('Led here');
  const page = await browser.page(daemon, { at: `#/sessions/${id}` });
  await page.getByRole('heading', { name: 'Nothing was said yet' }).waitFor();
  await page.getByLabel('Message to player').fill('call Bash {"command": "ls"} -> a.txt\nsay **One** is here.\ncomplete One.');
  await page.keyboard.press('Enter');
  await page.locator('.turn.assistant strong', { hasText: /^One$/ }).waitFor();
  await page.locator('.turn.tool', { hasText: 'Bash' }).first().waitFor();
  await idle(id);
  await say(id, 'say Said elsewhere.\ncomplete Two.');
  await page.getByText('Said elsewhere.').first().waitFor();
  await idle(id);
  await page.getByText('2 messages').waitFor();
  await picture(page, 'session');
  await assertWell(page, 'Session');
  await page.getByRole('button', { name: /^Fork here, after “call Bash/ }).click();
  await page.getByText('fork of').waitFor();
  await page.getByText('1 message ').waitFor();
  assert.notEqual(await page.evaluate(() => location.hash), `#/sessions/${id}`);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByText('This is needed.').waitFor();
  await page.getByRole('dialog').getByLabel('Title').fill('The fork');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: 'The fork' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click();
  await page.getByText('This session is closed.').waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('what an agent asks in a conversation is answered there, and it is stopped', async () => {
  const id = await session('With questions');
  const page = await browser.page(daemon, { at: `#/sessions/${id}` });
  await page.getByRole('heading', { name: 'Nothing was said yet' }).waitFor();
  await say(id, 'permission go on\nask Which colour?\nsay It is {answer}.\nhang');
  await page.getByRole('button', { name: 'Allow once' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'title');
  await page.getByLabel('Your answer').fill('blue');
  await page.keyboard.press('Enter');
  await page.getByText('It is blue.').waitFor();
  await page.getByLabel('Message to player').fill('complete Later.');
  await page.getByRole('button', { name: 'Send next' }).click();
  await page.getByText('1 waiting').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.turn.assistant', { hasText: 'Later.' }).waitFor();
  await idle(id);
  assertNoErrors(page);
  await page.context().close();
});

test('what is said at its worst is shown as text', async () => {
  const id = await session(HOSTILE.replace(/[\u202e\u0007]/g, ''));
  await say(id, `say ${HOSTILE}\ncall Bash {"x": "<script>"} -> ${HOSTILE}\ncomplete done`);
  await idle(id);
  const page = await browser.page(daemon, { at: `#/sessions/${id}` });
  await page.locator('.turn.assistant').first().waitFor();
  await page.goto(`${daemon.url}/#/sessions`);
  await page.getByRole('link', { name: /img src/ }).waitFor();
  await page.getByRole('link', { name: /img src/ }).click();
  await page.locator('.turn.assistant', { hasText: 'onerror' }).first().waitFor();
  assert.equal(await page.locator('#main img, #main script, #main a[href^="javascript"]').count(), 0);
  assert.match(await page.title(), /Retinue/);
  await page.locator('.turn .odd').first().waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('the staff is shown with its files, and what is wrong with a file at its line', async () => {
  const page = await browser.page(daemon, { at: '#/staff' });
  const wrong = page.getByRole('region', { name: 'Files of agents that are left out' });
  await wrong.getByText(':4:5').waitFor();
  await wrong.getByText(/did you mean 'instruction'/).waitFor();
  assert.match(await wrong.locator('.line.here').textContent(), /instrction: Be kind\./);
  await page.getByRole('link', { name: 'player', exact: true }).waitFor();
  await picture(page, 'staff');
  await assertWell(page, 'Staff');
  await page.getByLabel('Search the staff').fill('reads what');
  await page.getByRole('link', { name: 'player', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'reviewer', exact: true }).click();
  await page.getByRole('heading', { name: 'reviewer' }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('an agent is started with a form that refuses what does not fit beside its field', async () => {
  const page = await browser.page(daemon, { at: '#/staff/player' });
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('This is needed.').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'input.contract'); // The first that is wrong has the focus.
  await page.getByLabel(/^Contract/).fill('say Hello.\ncomplete It was started here.');
  await page.getByText('Limits', { exact: true }).click();
  await page.getByLabel(/^Max cost/).fill('5e');
  await page.getByLabel(/^Max turns/).fill('1.5');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('must be a number such as 2.50, and not “5e”').waitFor();
  await page.getByText('must be a whole number such as 500, and not “1.5”').waitFor();
  await picture(page, 'staff-form');
  await assertWell(page, 'Start an agent');
  await page.getByLabel(/^Max cost/).fill('0.5');
  await page.getByLabel(/^Max turns/).fill('');
  const [sent] = await Promise.all([page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/api/agents')), page.getByRole('button', { name: 'Start' }).click()]);
  assert.deepEqual(sent.postDataJSON().budget, { max_cost_usd: 0.5 });
  await page.waitForURL(/#\/run\//);
  const id = decodeURIComponent(new URL(page.url()).hash.replace('#/run/', ''));
  const run = await until(() => daemon.get(`/api/agents/${id}`), (it) => it.status === 'completed');
  assert.equal(run.summary, 'It was started here.');
  assertNoErrors(page);
  await page.context().close();
});

test('a template is started with a form of its schema', async () => {
  const page = await browser.page(daemon, { at: '#/staff/template/tea' });
  await page.getByLabel(/^Minutes/).waitFor();
  assert.equal(await page.getByLabel(/^Minutes/).inputValue(), '3', 'the default is there');
  await page.getByLabel(/^Minutes/).fill('many');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('This is needed.').waitFor();
  await page.getByText('and not “many”').waitFor();
  await page.getByLabel(/^Leaves/).selectOption('green');
  await page.getByLabel(/^Minutes/).fill('5');
  await assertWell(page, 'Template');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/#\/run\//);
  const id = decodeURIComponent(new URL(page.url()).hash.replace('#/run/', ''));
  const run = await until(() => daemon.get(`/api/agents/${id}`), (it) => it.status === 'completed');
  assert.equal(run.summary, 'green tea after 5 minutes, sweet: false');
  await page.context().close();
});

test('costs are plotted by agent, model and caller, with the same as a table', async () => {
  const anna = await token('anna', { budget_per_day_usd: 0.02, budget_per_month_usd: 5 });
  const run = (await daemon.request('POST', '/api/agents', { agent: 'researcher', contract: 'spend 0.018 in 900 out 100\ncomplete done' }, anna)).id;
  await until(() => daemon.get(`/api/agents/${run}`), (it) => it.status === 'completed');
  const page = await browser.page(daemon, { at: '#/costs' });
  const today = new Date().toISOString().slice(0, 10);
  await page.getByRole('img', { name: /^Spend by agent/ }).waitFor();
  await page.getByRole('table', { name: 'Spend by agent' }).getByText('player').waitFor();
  await page.getByText('Day by day, as a table').click();
  await page.getByRole('table', { name: 'Spend by day' }).getByText(today).first().waitFor();
  await page.getByText('invented').first().waitFor();
  assert.ok(await page.locator('.chart .pale').count() > 0, 'what nobody pays is pale');
  assert.match(await page.locator('.chart svg g title').last().textContent(), /researcher \$0\.018\*/);
  await page.locator('.legend li', { hasText: 'researcher' }).getByText('$0.018* invented').waitFor();
  const budgets = page.getByRole('region', { name: 'Budgets' });
  await budgets.getByText('$0.018 of $0.020 today').waitFor();
  await budgets.getByText('nearly used up').waitFor();
  await budgets.getByRole('img', { name: 'Budget today: 90 percent' }).waitFor();
  await page.getByRole('button', { name: 'By caller' }).click();
  await page.getByRole('table', { name: 'Spend by caller' }).getByText('owner').waitFor();
  await page.getByRole('button', { name: '90 days' }).click();
  await page.getByRole('img', { name: /90 days/ }).waitFor();
  await picture(page, 'costs');
  await assertWell(page, 'Costs');
  await page.context().close();
});

test('health shows what the doctor finds, what is used of limits, and how fast things go', async () => {
  const page = await browser.page(daemon, { at: '#/health' });
  await page.getByRole('img', { name: /^99 of 100 calls within: now/ }).waitFor();
  await page.getByText('Running for').waitFor();
  const doctor = page.getByRole('region', { name: 'What the doctor finds' });
  await doctor.locator('li', { hasText: 'java' }).first().waitFor();
  assert.match(await doctor.getByRole('status').textContent(), /want a look$/, 'what is read aloud when it changes does not change each second');
  await doctor.locator('li.warn', { hasText: 'agents' }).getByText('What to do:').waitFor();
  const limits = page.getByRole('region', { name: 'Limits' }).first();
  await limits.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('table', { name: /^Limits/ }).getByText('limits.slots', { exact: true }).waitFor();
  await page.waitForFunction(() => (document.querySelector('.spark polyline')?.getAttribute('points') ?? '').split(' ').length > 2);
  await picture(page, 'health');
  await assertWell(page, 'Health');
  await page.context().close();
});

test('who may only read sees all of it and can press nothing', async () => {
  const page = await browser.page(daemon, { at: '#/staff/player', token: await token('reader', { scope: 'read' }) });
  const start = page.getByRole('button', { name: /^Start/ });
  await start.waitFor();
  assert.equal(await start.getAttribute('aria-disabled'), 'true');
  await page.getByLabel(/^Contract/).fill('complete x');
  await start.click({ force: true });
  assert.match(await page.evaluate(() => location.hash), /staff/);
  await page.goto(`${daemon.url}/#/sessions`);
  await page.getByRole('button', { name: /^New session/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^New session/ }).getAttribute('aria-disabled'), 'true');
  await page.goto(`${daemon.url}/#/fleet`);
  await page.getByText('The fleet is for its owner').waitFor();
  await page.goto(`${daemon.url}/#/health`);
  await page.getByText(/scope 'watch' or 'admin'/).first().waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('who watches sees what belongs to everybody on each page, and can press nothing', async () => {
  const id = await session('Of the owner');
  await say(id, 'complete seen by who watches');
  await idle(id);
  const page = await browser.page(daemon, { at: '#/sessions', token: await token('wall', { scope: 'watch' }) });
  await page.getByText('read only').waitFor();
  await page.getByRole('columnheader', { name: 'Whose' }).waitFor();
  await page.getByRole('link', { name: 'Of the owner' }).click();
  await page.getByText('seen by who watches').first().waitFor();
  await page.getByText('· of owner').waitFor();
  assert.deepEqual(await page.locator('.turn.user .turn-head strong').allTextContents(), ['owner']);
  assert.match(await page.getByRole('button', { name: /^Send/ }).getAttribute('title'), /read-only/);
  for (const [at, ready] of [['now', 'complete seen by who watches'], ['staff', 'researcher'], ['fleet', 'There is no fleet here'], ['costs', 'Budgets'], ['health', 'want a look']]) {
    await page.goto(`${daemon.url}/#/${at}`);
    await page.getByText(ready).first().waitFor();
  }
  await page.goto(`${daemon.url}/#/staff/player`);
  assert.equal(await page.getByRole('button', { name: /^Start/ }).getAttribute('aria-disabled'), 'true');
  assertNoErrors(page);
  await page.context().close();
});

test('who sees the conversation of another is told that he cannot speak in it, and goes on in a fork', async () => {
  await session('Of mine');
  const ben = await token('ben');
  const { id } = await daemon.request('POST', '/api/sessions', { agent: 'player', title: 'Of Ben' }, ben);
  await daemon.request('POST', `/api/sessions/${id}/messages`, { message: 'complete said to Ben' }, ben);
  await idle(id);
  const page = await browser.page(daemon, { at: '#/sessions' });
  await page.getByRole('row').filter({ hasText: 'Of Ben' }).getByRole('cell', { name: 'ben', exact: true }).waitFor();
  await page.getByRole('cell', { name: 'yours' }).first().waitFor();
  await page.getByRole('link', { name: 'Of Ben' }).click();
  await page.getByText('said to Ben').first().waitFor();
  await page.getByText('· of ben').waitFor();
  assert.deepEqual(await page.locator('.turn.user .turn-head strong').allTextContents(), ['ben']);
  assert.match(await page.getByRole('button', { name: /^Send/ }).getAttribute('title'), /a conversation of ben, who alone can speak in it/);
  assert.ok(await page.getByLabel('Message to player').evaluate((it) => it.readOnly));
  await picture(page, 'session-of-another');
  await assertWell(page, 'A session of another');
  await page.getByRole('button', { name: 'Fork', exact: true }).click();
  await page.getByText('· fork of').waitFor();
  await page.getByLabel('Message to player').fill('complete said in the fork');
  await page.keyboard.press('Enter');
  await page.locator('.turn.assistant', { hasText: 'said in the fork' }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('every page fits a phone, in the dark, without a finding of axe', async () => {
  const id = await session('On a phone');
  await say(id, 'say A line that is long enough to be broken, and a word_that_is_far_too_long_for_a_phone_and_must_be_broken_somewhere_too.\ncomplete done');
  await idle(id);
  const page = await browser.page(daemon, { width: 360, height: 740, dark: true, at: '#/sessions' });
  for (const [at, ready] of [['sessions', 'On a phone'], [`sessions/${id}`, 'A line that is long'], ['staff', 'researcher'], ['staff/player', 'What it is'], ['fleet', 'There is no fleet here'], ['costs', 'Budgets'], ['health', 'want a look']]) {
    await page.goto(`${daemon.url}/#/${at}`);
    await page.getByText(ready).first().waitFor();
    await assertFits(page);
    await picture(page, `phone-${at.split('/')[0]}${at.includes('/') ? '-one' : ''}`);
    await assertWell(page, `${at} on a phone`);
  }
  await page.context().close();
});

test('everything can be reached and done with keys', async () => {
  const page = await browser.page(daemon, { at: '#/now' });
  await page.keyboard.press('2');
  await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
  await page.keyboard.press('4');
  await page.getByRole('heading', { name: 'Staff', exact: true }).waitFor();
  await page.getByRole('link', { name: 'player', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Contract/).focus();
  await page.keyboard.type('complete By keys alone.');
  await page.keyboard.press('Tab');
  for (let n = 0; n < 6 && !(await page.evaluate(() => document.activeElement?.type === 'submit')); n++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/run\//);
  assertNoErrors(page);
  await page.context().close();
});
