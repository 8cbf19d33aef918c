// The page of a run in a real browser: what its word rests on, how it runs, all of a text that came shortened, and the same once more. And conversations that are steered, and given to others.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertNoErrors, assertWell, Browser, Daemon, picture } from './harness.mjs';

let daemon;
let browser;

before(async () => {
  daemon = new Daemon();
  mkdirSync(join(daemon.data, 'agents'));
  writeFileSync(join(daemon.data, 'agents', 'house.yaml'), 'agents:\n  root:\n    model: ollama/small\n    description: Opens.\n    instruction: Open.\n    handoffs: [butler]\n  butler:\n    model: ollama/small\n    description: Serves.\n    instruction: Serve.\n');
  await daemon.start();
  browser = await new Browser().open();
});

after(async () => {
  await browser?.close();
  await daemon?.kill();
});

/** Starts a run with checks, as only clients of MCP can; answers its id. */
async function checked(contract) {
  const schema = { type: 'object', required: ['cups'], properties: { cups: { type: 'integer' } } };
  const call = { name: 'agent_start', arguments: { agent: 'player', contract, checks: [{ type: 'payload_schema', schema }] }, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} } };
  const response = await fetch(`${daemon.url}/mcp`, {
    method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    headers: { Authorization: `Bearer ${daemon.token}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'agent_start' },
  });
  const text = await response.text();
  const found = /agent-[a-z2-7]{26}/.exec(text);
  assert.ok(response.ok && found, text);
  return found[0];
}

const open = async (id) => {
  const page = await browser.page(daemon, { at: `#/run/${id}` });
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  return page;
};
const close = async (page) => {
  assertNoErrors(page);
  await page.context().close();
};

test('that the server looked itself is said, and what it found', async () => {
  const page = await open(await checked('deliver {"cups": 6}\ncomplete Six cups.'));
  await page.getByText('Verified: the server made its checks itself, and all of them passed.').waitFor();
  await page.getByRole('region', { name: 'Checks: verified' }).getByText('payload_schema passed').waitFor();
  await page.locator('.event.check', { hasText: 'Check payload_schema passed' }).waitFor();
  await page.locator('.event.end', { hasText: 'Completed, and verified' }).waitFor();
  await picture(page, 'run-verified');
  await assertWell(page, 'Run, verified');
  await close(page);
});

test('a check that was not passed is told with its reason, and nothing is called verified', async () => {
  const page = await open(await checked('deliver {"cups": "six"}\ncomplete Six cups.'));
  const checks = page.getByRole('region', { name: 'Checks', exact: true });
  await checks.getByText('payload_schema failed').waitFor();
  assert.match(await checks.locator('p').textContent(), /cups/);
  await page.locator('.page-head .state', { hasText: 'failed' }).waitFor();
  assert.equal(await page.getByText(/verified/i).count(), 0);
  await close(page);
});

test('how a run is carried out is there to the letter: its sandbox, its program, its command', async () => {
  const command = 'claude -p --model "opus 4" *.md \u202e--';
  const page = await open(await daemon.play('player', `learn command=${command}\nlearn program=/opt/claude\nlearn sandbox_tier=2\nlearn version=2.1.0\ncomplete done`));
  const how = page.getByRole('region', { name: 'How it runs' });
  await how.getByText('tier 2: files are limited').waitFor();
  assert.equal(await how.locator('pre').textContent(), command.replace('\u202e', 'U+202E'));
  await how.getByText('/opt/claude', { exact: true }).waitFor();
  await how.getByText('2.1.0', { exact: true }).waitFor();
  await close(page);
});

test('what has ended is run again as a new run, which says what it repeats', async () => {
  const id = await daemon.play('player', 'complete Once.');
  const page = await open(id);
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.waitForURL((url) => url.hash.startsWith('#/run/') && !url.hash.endsWith(id));
  const again = decodeURIComponent(new URL(page.url()).hash.slice('#/run/'.length));
  await page.getByText('Started once more.').waitFor();
  const how = page.getByRole('region', { name: 'How it runs' });
  await how.getByText(again, { exact: true }).waitFor();
  await how.getByRole('link', { name: id }).waitFor();
  await page.locator('.event.end', { hasText: 'Once.' }).waitFor();
  assert.equal((await daemon.get(`/api/agents/${again}`)).restart_of, id);
  await close(page);
});

test('of a text that came shortened one sees the whole when one wants it', async () => {
  const long = `Begins. ${'x'.repeat(30_000)} Ends.`;
  const page = await open(await daemon.play('player', `say ${long}\ncall Read {} -> ${long}\ncomplete done`));
  for (const place of ['.event.text', '.event.tool']) {
    const entry = page.locator(place).first();
    await entry.waitFor();
    await entry.locator('details').evaluateAll((all) => all.forEach((it) => { it.open = true; }));
    assert.ok(!(await entry.textContent()).includes('Ends.'), place);
    await entry.getByRole('button', { name: 'Show all of it' }).click();
    await entry.getByText('Ends.').waitFor();
    assert.equal(await entry.locator('pre').last().textContent(), long);
    assert.equal(await entry.getByRole('button').count(), 0);
  }
  await close(page);
});

test('who answers is steered: this agent cannot hear meanwhile, and has it next', async () => {
  const { id } = await daemon.post('/api/sessions', { agent: 'player' });
  const page = await browser.page(daemon, { at: `#/sessions/${id}` });
  await page.getByRole('heading', { name: 'Nothing was said yet' }).waitFor();
  await daemon.post(`/api/sessions/${id}/messages`, { message: 'say I begin.\nhang' });
  await page.getByText('I begin.').first().waitFor();
  await page.getByLabel('Message to player').fill('complete Steered to here.');
  const [sent] = await Promise.all([page.waitForRequest((it) => it.url().endsWith('/steer')), page.getByRole('button', { name: 'Steer' }).click()]);
  assert.deepEqual(sent.postDataJSON(), { message: 'complete Steered to here.' });
  await page.waitForFunction(() => document.querySelector('#message').value === '');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.turn.assistant', { hasText: 'Steered to here.' }).waitFor();
  await close(page);
});

test('a conversation is given to another agent of its file, and to nobody else', async () => {
  const { id } = await daemon.post('/api/sessions', { agent: 'house' });
  const page = await browser.page(daemon, { at: `#/sessions/${id}` });
  const dialog = page.getByRole('dialog');
  const give = async (to) => { await dialog.getByRole('combobox', { name: 'Agent' }).fill(to); await dialog.getByRole('button', { name: 'Transfer' }).click(); };
  await page.getByRole('button', { name: 'Transfer' }).click();
  await give('player');
  await dialog.getByText(/cannot be given to 'player'/).waitFor();
  await dialog.getByText('Near it: house.butler').waitFor();
  await assertWell(page, 'Transfer');
  await give('house.butler');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('house.butler answers from now on').waitFor();
  await page.getByText('· house.butler ·').waitFor();
  await page.getByLabel('Message to house.butler').waitFor();
  assert.equal((await daemon.get(`/api/sessions/${id}`)).agent, 'house.butler');
  await close(page);
});
