/** Tabs that remember everything that went wrong in them. */
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../../../../test/support/chromium.ts';

export interface Tab {
  page: Page;
  /** Of the service that it shows. */
  url: string;
  /** Policy violations, uncaught errors, errors on the console, requests to anywhere else. */
  faults: string[];
  close(): Promise<void>;
}

export interface TabOptions {
  width?: number;
  height?: number;
  colours?: 'light' | 'dark';
}

/** A context with one page. It is used again once its tab is closed: a fresh one takes 2.7 s of CPU to show a page, this one 0.5 s. */
interface Window {
  page: Page;
  /** The service that it shows, and what went wrong since it does. */
  shown: { url: string; faults: string[] };
}

const idle: Window[] = [];

/** Of the same site: for `about:blank` and back the browser would start two processes. */
const QUIET_PAGE = '/healthz';

export async function openTab(url: string, options: TabOptions = {}): Promise<Tab> {
  const window = idle.pop() ?? (await openWindow());
  const { page } = window;
  const faults: string[] = [];
  window.shown = { url, faults };
  await page.setViewportSize({ width: options.width ?? 1_440, height: options.height ?? 900 });
  await page.emulateMedia({ colorScheme: options.colours ?? 'light', reducedMotion: 'reduce' });
  return { page, url, faults, close: () => closeTab(window) };
}

/** Leaves nothing of what was done in it; a window that cannot be cleaned is thrown away. */
async function closeTab(window: Window): Promise<void> {
  const { page } = window;
  const context = page.context();
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(QUIET_PAGE);
    await page.evaluate('localStorage.clear(); sessionStorage.clear();');
    await page.mouse.move(0, 0);
    await context.clearCookies();
    await context.clearPermissions();
    idle.push(window);
  } catch {
    await context.close();
  }
}

async function openWindow(): Promise<Window> {
  const context = await (await sharedBrowser()).newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const window: Window = { page, shown: { url: '', faults: [] } };
  const go = page.goto.bind(page);
  page.goto = (path, options) => go(URL.canParse(path) ? path : window.shown.url + path, options);
  const report = (fault: string) => window.shown.faults.push(fault);
  page.on('pageerror', (error) => report(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // A refused request is a line of the browser's own; the tests look at what the page makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) report(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(window.shown.url) && !request.url().startsWith('blob:'))
      report(`request to ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return window;
}

/** Opens a page signed in, and waits for the console around it. Few tests need the form, which takes 0.1 s of CPU. */
export async function signIn({ page, url }: Tab, key: string, path = '/console'): Promise<void> {
  const answer = await page.context().request.post(`${url}/console/session`, { data: { key } });
  if (!answer.ok()) throw new Error(`not signed in: ${await answer.text()}`);
  await page.goto(path);
  await page.locator('main#content').waitFor();
}

/** The same with the form, the way a person does. */
export async function fillInSignIn({ page }: Tab, key: string, path = '/console'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main#content').waitFor();
}
