// What all tests of the console are made of: a real daemon with scripted agents, a real Chromium, and a page that complains about every error.
// The variables are set by ConsoleBrowser.java.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';

const { FOLDER, LAUNCHER, MODULES, PICTURES } = process.env;
const require = createRequire(join(MODULES, 'x.js'));
const { chromium } = require('playwright-core');
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const PATIENCE = Number(process.env.PATIENCE ?? 30_000);

export const STAFF = `
server:
  port: 0
limits:
  requests-per-second: 10000
  requests-burst: 10000
  starts-per-second: 10000
  starts-burst: 10000
staff:
  player: {description: Plays its contract., runtime: scripted}
  researcher: {description: Looks things up., runtime: scripted}
  reviewer: {description: Reads what others changed., runtime: scripted}
`;

// Whatever happens, nothing is left behind.
const started = new Set();
process.on('exit', () => started.forEach((child) => child.kill('SIGKILL')));

/** A daemon on data of its own. */
export class Daemon {
  static #many = 0;

  constructor(config = STAFF) {
    this.folder = join(FOLDER, `daemon-${++Daemon.#many}`);
    this.data = join(this.folder, 'data');
    mkdirSync(this.data, { recursive: true });
    this.config = join(this.folder, 'retinue.yaml');
    writeFileSync(this.config, config);
    this.port = 0;
  }

  /** Starts it, the second time at the same port. */
  async start() {
    const child = spawn(LAUNCHER, ['serve', '--port', String(this.port), '--data', this.data, '--config', this.config], { env: { ...process.env, HOME: this.folder }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    started.add(child);
    let out = '';
    let err = '';
    child.stderr.on('data', (data) => { err += data; });
    this.port = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => { child.kill('SIGKILL'); reject(new Error(`the daemon did not start: ${out}${err}`)); }, 2 * PATIENCE);
      child.stdout.on('data', (data) => {
        out += data;
        const found = /serves MCP at http:\/\/[^:]+:(\d+)/.exec(out);
        if (found) { clearTimeout(timer); resolve(Number(found[1])); }
      });
      child.on('exit', (code) => { clearTimeout(timer); reject(new Error(`the daemon ended with ${code}: ${out}${err}`)); });
    });
    this.url = `http://localhost:${this.port}`;
    this.token = readFileSync(join(this.data, 'token'), 'utf8').trim();
    return this;
  }

  /** Ends it as a power cut would. */
  async kill() {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  async request(method, path, body, token = this.token) {
    const response = await fetch(this.url + path, { method, headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) }, body: body ? JSON.stringify(body) : undefined, signal: AbortSignal.timeout(PATIENCE) });
    const json = await response.json();
    assert.ok(response.ok, JSON.stringify(json));
    return json;
  }

  get = (path) => this.request('GET', path);
  post = (path, body) => this.request('POST', path, body);

  /** Starts a run that plays this script; answers its id. */
  async play(agent, script, more = {}) {
    return (await this.post('/api/agents', { agent, contract: script, ...more })).id;
  }
}

/** A browser for one file of tests. */
export class Browser {
  async open(...flags) {
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: [...FLAGS, ...flags] });
    return this;
  }

  close() {
    return this.browser.close();
  }

  /** A window that is signed in, and fails the test if its page has an error. `prepare` is given the page before it is opened, `by` is the address by which the browser finds the daemon. */
  async page(daemon, { width = 1280, height = 800, dark = false, token = daemon.token, at = '#/now', motion, by = daemon.url, prepare = () => {} } = {}) {
    const context = await this.browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: motion });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.errors = [];
    page.on('pageerror', (error) => page.errors.push(error.stack ?? error.message));
    page.on('console', (message) => { if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource|Opener-Policy header has been ignored/.test(message.text())) page.errors.push(message.text()); });
    page.on('dialog', (dialog) => { page.errors.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
    await signIn(page, daemon, token, by);
    await prepare(page);
    await page.goto(`${by}/${at}`);
    await page.locator('#link', { hasText: 'live' }).waitFor({ state: 'attached' });
    return page;
  }
}

/** By the link that the daemon gives to whoever has this token. */
export async function signIn(page, daemon, token = daemon.token, by = daemon.url) {
  const link = await daemon.request('POST', '/api/sign-in-links', undefined, token);
  await page.goto(link.url.replace(/^https?:\/\/[^/]+/, by));
  await page.waitForURL((url) => url.pathname === '/');
}

/** Fails if the page had an error, or if axe finds anything. */
export async function assertWell(page, what) {
  // Not as a script of the page: its policy lets nobody add one.
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations.map((it) => `${it.id}: ${it.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} (${node.any.concat(node.all, node.none).map((one) => one.message).join('; ')})`).join(' | ')}`));
  assert.deepEqual(found, [], `axe on ${what}`);
  assertNoErrors(page);
}

export const assertNoErrors = (page) => assert.deepEqual(page.errors, []);

/** A picture to look at. */
export async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Nothing is wider than the window. */
export async function assertFits(page) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `the page is ${wide} wide in a window of ${window}`);
}
