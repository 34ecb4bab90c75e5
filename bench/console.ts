/**
 * The console on a workspace with 100,000 runs: when each page shows its heading, when nothing on it is loading any more, and how much of that the
 * API itself took. Every page is opened by its address, as from a link, with the console's files in the browser's cache. Two minutes, half of them to make the runs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@brickwork/client';
import { sharedBrowser } from '../test/support/chromium.ts';
import { KIT } from './growth/growth.ts';
import { makeHistory } from './growth/history.ts';
import { atMost, type Line, milliseconds, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';
import { median } from './support/spread.ts';

const RUNS = 100_000;
const SHOWN_MS = 300;
const COMPLETE_MS = 1_500;
const TIMES = 5;
/** Nothing has changed for so long: what was loading is there. */
const QUIET_MS = 150;
const MOST_MS = 30_000;
const LOOK_MS = 50;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof sharedBrowser>>['newPage']>>;

interface Opened {
  shownMs: number;
  completeMs: number;
  /** Time in which at least one request to the API was under way. */
  apiMs: number;
  requests: number;
}

export async function consolePages(site: Site): Promise<Result> {
  const db = await site.database('console');
  const kitCode = await db.publish(KIT);
  await makeHistory(db, kitCode, 0, RUNS);
  const node = await startServiceNode({ databaseUrl: db.url });
  const client = createClient({ apiKey: db.key, baseUrl: node.url });
  const [run] = (await client.runs.page({ limit: 1 })).data;
  let kitId = '';
  for await (const kit of client.kits.list()) kitId = kit.kit_id;
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1_440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  await page.goto(`${node.url}/console`);
  await page.getByLabel('API key').fill(db.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main#content').waitFor();
  const lines: Line[] = [];
  for (const [what, path] of pagesOf(run?.run_id ?? '', kitId, kitCode)) {
    const opened: Opened[] = [];
    // The first time fills the caches, the browser's and PostgreSQL's.
    for (let time = 0; time <= TIMES; time += 1) {
      const measured = await open(page, `${node.url}/console${path}`);
      if (time > 0) opened.push(measured);
    }
    lines.push(...linesOf(what, opened));
  }
  await context.close();
  await (await sharedBrowser()).close();
  await node.stop();
  await db.drop();
  return {
    name: 'console',
    title: `The console with ${RUNS.toLocaleString('en')} runs in the workspace: medians of ${TIMES}, the console’s files in the browser’s cache`,
    lines,
  };
}

function pagesOf(runId: string, kitId: string, kitCode: string): readonly (readonly [string, string])[] {
  return [
    ['Overview', '/'],
    ['Agents', '/agents'],
    ['One agent', '/agents/agent-7'],
    ['Runs', '/runs'],
    ['Runs of a kit with answers', `/runs?kit=${kitCode}&columns=resolved,score,reason`],
    ['Runs by score', `/runs?kit=${kitCode}&columns=score&sort=answer.score`],
    ['Runs by words', '/runs?words=refund'],
    ['One run', `/runs/${runId}`],
    ['Review', '/review'],
    ['Kits', '/kits'],
    ['Quality of a kit', `/kits/${kitId}?tab=quality`],
    ['Insights', `/kits/${kitId}/insights`],
    ['Insights by week and team', `/kits/${kitId}/insights?by=week&and=team`],
    ['Usage', '/usage'],
    ['Audit', '/audit'],
    ['Settings', '/settings'],
  ];
}

/** Run in the page, as text: benches have no types of browsers. In every document: when the heading is there, and when the page last changed. */
const WATCH = `
  globalThis.marks = { shown: 0, changed: 0 };
  new MutationObserver(() => {
    const now = performance.now();
    if (marks.shown === 0 && document.querySelector('main h1') !== null) marks.shown = now;
    marks.changed = now;
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

const IS_COMPLETE = `marks.shown > 0 && document.querySelector('.skeleton, .pulse') === null && performance.now() - marks.changed > ${QUIET_MS}`;

/** Requests that overlap count once. */
const MEASURED = `(() => {
  const asked = performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => name.includes('/v1/') && responseEnd > 0 && responseEnd <= marks.changed)
    .sort((one, other) => one.startTime - other.startTime);
  let apiMs = 0;
  let until = 0;
  for (const { startTime, responseEnd } of asked) {
    apiMs += Math.max(0, responseEnd - Math.max(startTime, until));
    until = Math.max(until, responseEnd);
  }
  return { shownMs: marks.shown, completeMs: marks.changed, apiMs, requests: asked.length };
})()`;

async function open(page: Page, url: string): Promise<Opened> {
  await page.goto(url, { waitUntil: 'commit' });
  // Through the debugger each time: the page's policy evaluates no text.
  for (const until = Date.now() + MOST_MS; !(await page.evaluate<boolean>(IS_COMPLETE)); await sleep(LOOK_MS))
    if (Date.now() > until) throw new Error(`${url} is not complete after ${MOST_MS} ms`);
  return page.evaluate<Opened>(MEASURED);
}

function linesOf(what: string, opened: readonly Opened[]): Line[] {
  const of = (field: keyof Opened) => median(opened.map((each) => each[field]));
  const api = `of which the API ${milliseconds(of('apiMs'))}, ${Math.round(of('requests'))} requests`;
  const complete = atMost(`${what}, complete`, of('completeMs'), COMPLETE_MS, milliseconds);
  return [
    atMost(`${what}, first content`, of('shownMs'), SHOWN_MS, milliseconds),
    { ...complete, value: `${complete.value}, ${api}` },
  ];
}
