/**
 * A real Chromium for tests. The one from npm is built for x86-64 Linux alone; elsewhere the machine's own is used:
 * `BRICKWORK_CHROMIUM`, or one of the distribution (`apt-get install chromium-headless-shell`, which starts with half the CPU of `chromium`).
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

const INSTALLED = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** No sandbox, since tests may run as root; nothing that phones home. */
const ARGUMENTS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
];

const UNPACKING_TRIES = 100;
const UNPACKING_PAUSE_MS = 200;

let opened: Promise<Browser> | undefined;

/** The browser of this process: a start takes 5 s of CPU, so the test files that share a process share it, each with contexts of its own. */
export async function sharedBrowser(): Promise<Browser> {
  if (opened !== undefined && !(await opened).isConnected()) opened = undefined;
  opened ??= openBrowser();
  return opened;
}

async function openBrowser(): Promise<Browser> {
  // The run ends its processes with this signal, and waits for half a second. On exit the browser and its files go at once.
  process.once('SIGTERM', () => process.exit(143));
  const executablePath = await chromiumPath();
  for (let left = UNPACKING_TRIES; ; left -= 1) {
    try {
      return await playwright.launch({ executablePath, args: ARGUMENTS, headless: true, handleSIGTERM: false });
    } catch (error) {
      // Another process of this run is still unpacking it to the same place.
      if (left === 0 || !String(error).includes('ETXTBSY')) throw error;
      await sleep(UNPACKING_PAUSE_MS);
    }
  }
}

async function chromiumPath(): Promise<string> {
  const chosen = process.env.BRICKWORK_CHROMIUM;
  if (chosen !== undefined && chosen !== '') return chosen;
  if (process.platform === 'linux' && process.arch === 'x64') return chromium.executablePath();
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  throw new Error(
    `The Chromium from npm does not run on ${process.platform} ${process.arch}. Install Chromium or set BRICKWORK_CHROMIUM to its path.`,
  );
}
