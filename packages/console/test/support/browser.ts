/** Tabs that remember everything that went wrong in them. */
import type { Browser, Page } from 'playwright-core';

export interface Tab {
  page: Page;
  /** Policy violations, uncaught errors, errors on the console, requests to anywhere else. */
  faults: string[];
  close(): Promise<void>;
}

export interface TabOptions {
  width?: number;
  height?: number;
  colours?: 'light' | 'dark';
}

export async function openTab(browser: Browser, url: string, options: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: options.width ?? 1_440, height: options.height ?? 900 },
    colorScheme: options.colours ?? 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // A refused request is a line of the browser's own; the tests look at what the page makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
      faults.push(`request to ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return { page, faults, close: () => context.close() };
}

/** Signs in the way a person does, and waits for the console around the page. */
export async function signIn({ page }: Tab, key: string, path = '/console'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main#content').waitFor();
}
