// What a newcomer sees who opens the link of the demo: the run that Claude Code had codex do.
// The variables are set by NewcomerTest.java.
import { Browser, picture } from './harness.mjs';

const { LINK, RUN, SAID } = process.env;
const browser = await new Browser().open();
try {
  const page = await (await browser.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(LINK);
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('#link', { hasText: 'live' }).waitFor({ state: 'attached' });
  const address = new URL(page.url());
  await page.goto(`${address.origin}/#/now`);
  const row = page.locator(`li.run:has(#go-${RUN})`);
  await row.getByText('codex').first().waitFor();
  await row.getByText('completed').first().waitFor();
  await page.goto(`${address.origin}/#/run/${RUN}`);
  await page.getByText(SAID).first().waitFor();
  await picture(page, 'newcomer');
  console.log('seen');
} finally {
  await browser.close();
}
