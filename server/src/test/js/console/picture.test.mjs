// The picture in the README is of the real page: this makes it, and shows that the one in the repository still says what the page says.
// UPDATE=1 puts it there anew.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertNoErrors, Browser, Daemon } from './harness.mjs';
import { svgOf, wordsOf } from './svg.mjs';

const agent = (name, script) => `  ${name}:\n    description: Plays its part.\n    runtime: scripted\n    instructions: |\n${script.split('\n').map((it) => `      ${it}`).join('\n')}\n`;
const CONFIG = `server:\n  port: 0\nstaff:\n${[
  agent('maintainer', 'say I will ask three others, and put their findings together.\nspend 0.184 in 41200 out 3900\nstart researcher: Find out who rounds half up, and since when\nstart tester: Write a test that fails with half a cent\nstart reviewer: Read what changes, and say what is wrong with it\nawait'),
  agent('researcher', 'call web_search {"query": "rounding of currencies"} -> 3 pages\nspend 0.0312 in 12800 out 940\nsay Two standards say so.\nhang'),
  agent('tester', 'spend 0.0871 in 20100 out 2210\ncall Bash {"command": "mvn -q test"} -> 1 failure\nhang'),
  agent('reviewer', 'spend 0.0124 in 5200 out 310\npermission Bash: git push origin half-up (no rule names it)\nhang'),
  agent('writer', 'spend 0.022 in 9100 out 800\ncomplete Notes for release 2.4, with three changes that users will notice.'),
  agent('librarian', 'fail quota The provider allows no more until five o\'clock.'),
].join('')}`;

/** What cannot change with time: the pages, the agents, and what they were asked to do. */
const LASTING = ['Retinue', 'Now', 'Sessions', 'Fleet', 'Staff', 'Costs', 'Health', '1 waits for you', 'Allow once', 'Always', 'Deny …', 'maintainer', 'researcher', 'tester', 'reviewer', 'writer', 'librarian', '4 runs',
  'Fix the rounding of payments', 'Write the release notes', 'completed', 'failed', 'running', 'waiting', '*'];

let daemon;
let browser;

before(async () => {
  daemon = await new Daemon(CONFIG).start();
  browser = await new Browser().open();
});

after(async () => {
  await browser?.close();
  await daemon?.kill();
});

test('the picture in the README says what the page says', async () => {
  await daemon.play('librarian', 'Which licences do our libraries have?');
  await daemon.play('writer', 'Write the release notes');
  await daemon.play('maintainer', 'Fix the rounding of payments', { budget: { max_cost_usd: 2 } });
  const page = await browser.page(daemon, { width: 1280, height: 720, motion: 'reduce' });
  await page.getByText('4 runs').waitFor();
  await page.locator('.need', { hasText: 'git push' }).waitFor();
  await page.locator('li.run', { hasText: 'tester' }).getByText('$0.087').waitFor();
  await page.locator('li.run', { hasText: 'researcher' }).getByText('$0.031').waitFor();
  await page.locator('li.run', { hasText: 'librarian' }).getByText('failed').waitFor();
  await page.locator('li.run', { hasText: 'writer' }).getByText('completed').waitFor();
  // So that the picture that is kept shows what passes.
  if (process.env.UPDATE) await page.getByText('last output 3 s ago').first().waitFor();
  const svg = await svgOf(page, 'The page Now of the console');
  mkdirSync(process.env.PICTURES, { recursive: true });
  writeFileSync(join(process.env.PICTURES, 'console.svg'), svg);
  if (process.env.UPDATE) writeFileSync(process.env.COMMITTED, svg);
  const committed = readFileSync(process.env.COMMITTED, 'utf8');
  for (const text of [svg, committed]) {
    const words = wordsOf(text);
    // A text that is too long for its place is cut, and where depends on the fonts of the machine.
    for (const lasting of LASTING) assert.ok(words.some((it) => it === lasting || it.startsWith(lasting.slice(0, 14))), `the picture lacks '${lasting}': ${words.join(' | ')}`);
    assert.doesNotMatch(text, /<text[^>]*> | <\/text>/, 'a blank that no browser draws would move what is beside it');
    assert.doesNotMatch(text, /<script|<foreignObject|<image|href=|url\((?!#)/, 'nothing in it leads anywhere');
  }
  assertNoErrors(page);
  await page.context().close();
});
