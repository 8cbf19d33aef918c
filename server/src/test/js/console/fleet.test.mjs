// The page Fleet in a real browser, before a Coder that only pretends: workspaces, projects, roles, an agent that is made, told, read and deleted.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { assertFits, assertNoErrors, assertWell, Browser, Daemon, picture } from './harness.mjs';

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

const row = (page, name) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

test('workspaces are shown with project, role, template, owner and health, and projects with their roles', async () => {
  const page = await browser.page(daemon, { at: '#/fleet' });
  const amy = row(page, 'amy');
  await amy.getByText('idle').waitFor();
  for (const text of ['Tea shop', 'tea-shop', 'ada', 'healthy']) await amy.getByText(text, { exact: true }).waitFor();
  await row(page, 'zoe').getByText('stopped').waitFor();
  await page.getByText('Tea shop').last().click();
  await page.getByText('reviewer').last().waitFor();
  await picture(page, 'fleet');
  await assertWell(page, 'Fleet');
  await page.getByRole('button', { name: /^Not up/ }).click();
  await amy.waitFor({ state: 'detached' });
  await row(page, 'zoe').waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('an agent is made, given a task, read, and deleted', async () => {
  const page = await browser.page(daemon, { at: '#/fleet' });
  await page.getByRole('button', { name: 'New agent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Role/).selectOption('reviewer');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('This is needed.').first().waitFor();
  await dialog.getByLabel(/^Name/).fill('two words');
  await dialog.getByLabel(/^Task/).fill('Review <b>the shop</b>.');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('does not have the right form').waitFor();
  await assertWell(page, 'New agent');
  await dialog.getByLabel(/^Name/).fill('max');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'max', exact: true }).click();
  await page.getByRole('heading', { name: 'max', exact: true }).waitFor();
  await page.getByText('reviewer of Tea shop').waitFor();
  await page.getByText('Review <b>the shop</b>.').first().waitFor();
  await page.getByRole('region', { name: 'What it is' }).getByText(/idle|busy/).waitFor();
  await page.getByRole('textbox', { name: /^Task/ }).fill('And the prices, too.');
  await page.getByLabel(/^Let it wait/).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Tasks' }).getByText('And the prices, too.').waitFor();
  await picture(page, 'fleet-one');
  await assertWell(page, 'An agent of the fleet');
  await page.getByRole('region', { name: 'What it is' }).getByText('Waiting tasks').waitFor();
  await page.getByRole('button', { name: 'Cancel task' }).click();
  await page.getByRole('dialog').getByText(/waiting for it will be dropped, too/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('region', { name: 'Tasks' }).getByText('waits', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/#\/fleet$/);
  assertNoErrors(page);
  await page.context().close();
});

test('what an agent said and was told is in its log, and it is restarted', async () => {
  const page = await browser.page(daemon, { at: '#/fleet' });
  await page.getByRole('link', { name: 'amy', exact: true }).click();
  await page.getByRole('textbox', { name: /^Task/ }).fill('Count the <i>cups</i>.');
  await page.getByRole('button', { name: 'Send' }).click();
  const log = page.getByRole('region', { name: 'Log' });
  await log.getByRole('listitem').filter({ hasText: 'told' }).getByText('Count the <i>cups</i>.').waitFor();
  await log.getByRole('listitem').filter({ hasText: 'said' }).first().waitFor();
  const [restarted] = await Promise.all([page.waitForResponse((it) => it.url().includes('/amy/restart')), page.getByRole('button', { name: 'Restart' }).click()]);
  assert.match((await restarted.json()).message, /start/);
  await page.getByText('It restarts').waitFor();
  await page.goto(`${daemon.url}/#/fleet`);
  await page.getByRole('link', { name: 'zoe', exact: true }).click();
  const state = page.getByRole('region', { name: 'What it is' });
  await state.getByText('stopped').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await state.getByText('idle').waitFor();
  assertNoErrors(page);
  await page.context().close();
});

test('it fits a phone, in the dark', async () => {
  const page = await browser.page(daemon, { width: 360, height: 740, dark: true, at: '#/fleet' });
  await row(page, 'amy').waitFor();
  await assertFits(page);
  await picture(page, 'phone-fleet-list');
  await assertWell(page, 'Fleet on a phone');
  await page.getByRole('link', { name: 'amy', exact: true }).click();
  await page.getByRole('heading', { name: 'amy', exact: true }).waitFor();
  await page.getByText('Give it a task').waitFor();
  await assertFits(page);
  await page.context().close();
});
