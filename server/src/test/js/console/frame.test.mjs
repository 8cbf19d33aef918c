// Now and Run in a real browser: watch, answer, stop, by mouse and by keys, on a phone and in the dark, with what agents say at their worst.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { assertFits, assertNoErrors, assertWell, Browser, Daemon, picture } from './harness.mjs';

let daemon;
let browser;
const ids = {};

before(async () => {
  daemon = await new Daemon().start();
  browser = await new Browser().open();
  ids.asking = await daemon.play('player', [
    'say I will look at the tests first.', 'think The failing test is about money. Perhaps it is rounded.',
    'call Bash {"command": "mvn -q test"} -> failed: \u001b[31mFAILURE\u001b[0m rounds_half_up: expected 0.13 but was 0.12',
    'spend 0.012 in 5200 out 310', 'say """', '    ## What I found', '', '    The amount is **rounded down**: see `Money.java`.', '', '    - use `HALF_UP`', '    - add a test', '', '    More at https://example.org/rounding.', '    """',
    'start researcher: hang', 'start reviewer: hang', 'ask Shall I change the rounding for all currencies, or for euros only?', 'say You said: {answer}', 'deliver It is {answer}.', 'print 2kb', 'complete The rounding is right.',
  ].join('\n'), { budget: { max_cost_usd: 0.5 } });
  ids.permission = await daemon.play('reviewer', 'permission push to the branch main\nsay It may.\nhang');
  ids.second = await daemon.play('reviewer', 'permission delete the folder build\nsay It may.\nhang');
  ids.busy = await daemon.play('researcher', 'say Searching three registries for a library.\nspend 0.004 in 1800 out 240\nhang');
  ids.done = await daemon.play('player', 'say Done soon.\nspend 0.03 in 9100 out 800\ncomplete Three findings, none of them urgent.');
  ids.failed = await daemon.play('player', 'fail error The database could not be reached.');
});

after(async () => {
  await browser?.close();
  await daemon?.kill();
});

const row = (page, id) => page.locator(`li.run:has(#go-${id})`);

test('every run is on the board, in trees, with state, evidence, tokens and cost', async () => {
  const page = await browser.page(daemon);
  await row(page, ids.asking).getByText('waiting').first().waitFor();
  await row(page, ids.asking).getByText('3 runs').waitFor();
  await row(page, ids.asking).getByText('$0.012* invented of $0.500').waitFor();
  await page.locator('.sub', { hasText: 'dollars with * are invented' }).waitFor();
  await row(page, ids.busy).getByText('running').first().waitFor();
  await row(page, ids.busy).getByText(/last output/).waitFor();
  await row(page, ids.busy).getByText('2,040').waitFor();
  await row(page, ids.failed).getByText(/^error: .*could not be reached/).waitFor();
  await page.locator('.nav .tally', { hasText: '3' }).waitFor();
  await picture(page, 'now');
  await assertWell(page, 'Now');
  await page.context().close();
});

test('a filter and a search leave what fits, with what is above it', async () => {
  const page = await browser.page(daemon);
  await page.getByRole('button', { name: /^Ended/ }).click();
  await row(page, ids.busy).waitFor({ state: 'detached' });
  await row(page, ids.done).waitFor();
  await page.getByRole('group', { name: 'Which runs' }).getByRole('button', { name: /^All/ }).click();
  await page.getByLabel('Agent').selectOption('researcher');
  await row(page, ids.done).waitFor({ state: 'detached' });
  await row(page, ids.asking).waitFor(); // Above a researcher.
  await page.getByLabel('Agent').selectOption('');
  await page.getByRole('searchbox').fill('three registries');
  await row(page, ids.busy).waitFor();
  assert.equal(await page.locator('li.run').count(), 1);
  await page.getByRole('searchbox').fill('no such run');
  await page.getByText('No run fits').waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('a permission is given once, denied with a reason, and a question is answered', async () => {
  const page = await browser.page(daemon);
  const push = page.locator('.asks > li', { hasText: 'push to the branch main' });
  await push.getByRole('button', { name: 'Allow once' }).click();
  await push.waitFor({ state: 'detached' });
  const folder = page.locator('.asks > li', { hasText: 'delete the folder build' });
  await folder.getByRole('button', { name: /Deny/ }).click();
  await folder.getByLabel(/Why not/).fill('it is needed');
  await folder.getByRole('button', { name: 'Deny', exact: true }).click();
  await row(page, ids.second).getByText('failed').first().waitFor();
  const question = page.locator('.asks > li', { hasText: 'for euros only' });
  await question.getByRole('button', { name: 'Answer' }).click();
  await question.getByText('Write an answer first.').waitFor();
  await question.getByLabel('Your answer').fill('euros');
  await question.getByRole('button', { name: 'Answer' }).click();
  await row(page, ids.asking).getByText('completed').first().waitFor();
  const events = (await daemon.get(`/api/agents/${ids.second}/events?limit=100`)).events;
  assert.equal(events.find((it) => it.type === 'answered').answer, 'deny: it is needed');
  assertNoErrors(page);
  await page.context().close();
});

test('the page of a run has its timeline, tree, result and log', async () => {
  const page = await browser.page(daemon, { at: `#/run/${ids.asking}` });
  await page.getByRole('heading', { name: 'What I found' }).waitFor();
  assert.equal(await page.locator('.event.thought details').first().getAttribute('open'), null, 'reasoning is folded');
  await page.locator('.tool summary', { hasText: '$ mvn -q test' }).click();
  await page.locator('.tool .a-red', { hasText: 'FAILURE' }).waitFor();
  await page.locator('.event.spent', { hasText: '$0.012* invented' }).waitFor();
  assert.deepEqual(await page.locator('.figures div', { hasText: /^(Cost|With all)/ }).locator('dd').evaluateAll((all) => all.map((it) => it.firstChild.data + it.querySelector('span').textContent)), ['$0.012* invented', '$0.012* invented']);
  await page.getByText('You said: euros').waitFor();
  await page.locator('.event.asked', { hasText: 'Answered: euros' }).waitFor();
  await page.locator('.tree li', { hasText: 'researcher' }).waitFor();
  await page.getByRole('region', { name: /^Result/ }).getByRole('button', { name: 'View' }).click();
  await page.locator('pre', { hasText: 'It is euros.' }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('region', { name: /^Result/ }).getByRole('link', { name: 'Download' }).click()]);
  assert.equal(download.suggestedFilename(), `${ids.asking}.txt`);
  await page.getByRole('region', { name: /^Raw log/ }).getByRole('button', { name: 'View' }).click();
  await page.getByText('The agent says so; nothing checked it.').waitFor();
  await picture(page, 'run');
  await assertWell(page, 'Run');
  await page.context().close();
});

test('a run is watched as it happens, started, given another budget, and stopped', async () => {
  const id = await daemon.play('player', 'ask Which colour?\nsay It is {answer}.\nhang');
  const page = await browser.page(daemon, { at: `#/run/${id}` });
  await page.locator('.need', { hasText: 'Which colour?' }).waitFor();
  const { waiting_for: [need] } = await daemon.get(`/api/agents/${id}`);
  await daemon.post(`/api/agents/${id}/answers`, { need: need.id, answer: 'blue' });
  await page.getByText('It is blue.').waitFor();
  await page.getByRole('button', { name: /budget/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Cost/).fill('5e');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/must be a number such as/).waitFor();
  await assertWell(page, 'Budget');
  assert.equal((await daemon.get(`/api/agents/${id}`)).budget.max_cost_usd, undefined, 'what cannot be read is not sent');
  await dialog.getByLabel(/Cost/).fill('5.25');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('of $5.25').waitFor();
  await page.getByRole('button', { name: /^Stop/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click();
  await page.locator('.page-head .state', { hasText: 'stopped' }).waitFor();
  assert.equal((await daemon.get(`/api/agents/${id}`)).state, 'stopped');
  assertNoErrors(page);
  await page.context().close();
});

test('everything can be done with keys', async () => {
  const id = await daemon.play('player', 'ask By keys?\nsay So be it: {answer}\nhang');
  const page = await browser.page(daemon);
  await page.locator('.asks', { hasText: 'By keys?' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await assertWell(page, 'Keys');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('a');
  await page.keyboard.type('yes');
  await page.keyboard.press('Control+Enter');
  await row(page, id).getByText('running').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('By keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.waitForFunction((wanted) => document.activeElement?.id === `go-${wanted}`, id);
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(ring, 'none', 'one sees where one is');
  await page.keyboard.press('Enter');
  await page.getByText('So be it: yes').waitFor();
  await page.keyboard.press('x');
  await page.getByRole('dialog', { name: /Stop/ }).waitFor();
  await assertWell(page, 'Stop');
  await page.keyboard.press('Enter');
  await page.locator('.page-head .state', { hasText: 'stopped' }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor();
  await page.keyboard.press('5');
  await page.getByRole('heading', { level: 1, name: 'Costs' }).waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('it fits a phone, and is as good in the dark', async () => {
  for (const dark of [false, true]) {
    const page = await browser.page(daemon, { width: 360, height: 740, dark });
    await row(page, ids.busy).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), dark ? 'dark' : 'light');
    await assertFits(page);
    await picture(page, `now-phone${dark ? '-dark' : ''}`);
    await assertWell(page, 'Now on a phone');
    await page.goto(`${daemon.url}/#/run/${ids.asking}`);
    await page.getByRole('heading', { name: 'What I found' }).waitFor();
    await assertFits(page);
    await picture(page, `run-phone${dark ? '-dark' : ''}`);
    await assertWell(page, 'Run on a phone');
    await page.context().close();
  }
  const page = await browser.page(daemon, { dark: true });
  await row(page, ids.busy).waitFor();
  await picture(page, 'now-dark');
  await assertWell(page, 'Now in the dark');
  await page.goto(`${daemon.url}/#/run/${ids.asking}`);
  await page.getByRole('heading', { name: 'What I found' }).waitFor();
  await picture(page, 'run-dark');
  await assertWell(page, 'Run in the dark');
  await page.keyboard.press('t');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await page.reload();
  await page.getByRole('heading', { name: 'What I found' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light', 'what was chosen stays');
  await page.context().close();
});

test('what agents say is data, however hostile', async () => {
  const hostile = '<script>window.hacked = 1</script><img src=x onerror="window.hacked=2"> [click](javascript:window.hacked=3) [bank](https://evil.example/x) <a href="javascript:1">x</a> \u202Eevil\u202C \u0007bell \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u001b[2Jgone';
  const id = await daemon.play('player', `say ${hostile}\nthink ${hostile}\ncall Bash {"command": "<script>window.hacked=4</script>"} -> ${hostile}\nask ${hostile}\nhang`);
  const page = await browser.page(daemon);
  await page.locator('.asks', { hasText: '<script>' }).waitFor();
  await page.goto(`${daemon.url}/#/run/${id}`);
  await page.locator('.event.text', { hasText: '<script>window.hacked = 1</script>' }).waitFor();
  for (const one of await page.locator('.event details').all()) await one.evaluate((it) => { it.open = true; });
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator('.main script, .main img, .main iframe').count(), 0);
  const links = await page.locator('.event a').evaluateAll((all) => all.map((it) => [it.href, it.rel, it.target]));
  assert.ok(links.length > 0);
  for (const [href, rel, target] of links) {
    assert.equal(new URL(href).protocol, 'https:');
    assert.match(rel, /noopener noreferrer/);
    assert.equal(target, '_blank');
  }
  await page.locator('.event.text', { hasText: 'bank (evil.example)' }).waitFor();
  await page.locator('.event.text .odd', { hasText: 'U+202E' }).first().waitFor();
  const text = await page.locator('.main').innerText();
  assert.ok(!/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/.test(text.replaceAll('\r', '')), 'nothing unseen is left');
  await picture(page, 'hostile');
  await assertWell(page, 'hostile output');
  await daemon.post(`/api/agents/${id}/stop`, {});
  await page.context().close();
});
