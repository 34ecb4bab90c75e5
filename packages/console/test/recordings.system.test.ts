/** Recordings in the console: sent, followed until they are runs, and heard from a quote. What is said in them, a fake service tells. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeTranscription, startFakeTranscription } from '../../../test/support/fake-transcription.ts';
import { recordingCalls, recordingOf } from '../../../test/support/recordings.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { WEBHOOK_ENVIRONMENT } from '../../../test/support/webhook-receiver.ts';
import { seriousFindings } from './support/accessibility.ts';
import { openTab, signIn, type Tab } from './support/browser.ts';
import { publishExample } from './support/example-run.ts';

const AGENT = 'Good morning this is Maya Keller from the parcel service how can I help you today';
const CUSTOMER = 'My parcel came broken and I want my money back please';
/** The agent speaks twice, the customer once: six seconds against three. */
const said = (seconds: number) => (seconds > 4.5 ? AGENT : CUSTOMER);

let service: TestService;
let fake: FakeTranscription;
let call: Buffer;
let tab: Tab | undefined;
let kitCode: string;

beforeAll(async () => {
  fake = await startFakeTranscription('');
  fake.behave(said);
  service = await startTestService({
    ...WEBHOOK_ENVIRONMENT,
    BRICKWORK_TRANSCRIBER: 'openai/whisper-1',
    BRICKWORK_TRANSCRIBER_BASE_URL: fake.url,
  });
  kitCode = (await publishExample(service, 'support-qa')).kit_code;
  call = await recordingOf(14, [0.5, 4.7], [9]);
});
afterAll(async () => {
  await service.stop();
  await fake.stop();
});
afterEach(async () => {
  const faults = tab?.faults ?? [];
  await tab?.close();
  tab = undefined;
  expect(faults).toEqual([]);
});

const { sent, ended } = recordingCalls(
  () => service,
  () => kitCode,
);

async function opened(path: string, key = service.adminKey): Promise<Page> {
  tab = await openTab(service.url);
  await signIn(tab, key, path);
  return tab.page;
}

const wav = (name: string, buffer = call) => ({ name, mimeType: 'audio/wav', buffer });
const choose = (page: Page, ...files: ReturnType<typeof wav>[]) =>
  page.getByLabel('Files', { exact: true }).setInputFiles(files);

describe('sending recordings', () => {
  it('turns files into runs, and goes on after a part that failed', async () => {
    fake.behave(said);
    const page = await opened('/console/recordings');
    await page.getByText('No recordings yet').waitFor();
    let lost = 0;
    await page.route('**/content?offset=*', (route) => {
      lost += 1;
      return lost === 1 ? route.abort() : route.continue();
    });
    await choose(page, wav('first.wav'), wav('second.wav'), wav('notes.txt', Buffer.from('Hello')));
    await page.getByText('notes.txt is not a recording and will not be sent.').waitFor();
    await page.getByLabel('Who speaks on which channel').selectOption('agentFirst');
    await page.getByLabel('Audio copy').selectOption('yes');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send 2 recordings' }).click();
    const link = page.getByRole('link', { name: 'Open the run: second.wav' });
    await link.waitFor();
    await page.getByRole('link', { name: 'Open the run: first.wav' }).waitFor();
    expect(lost).toBe(3);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Status').selectOption('failed');
    await page.getByText('None with this status').waitFor();
    await page.getByLabel('Status').selectOption('');
    await link.click();
    await page.getByRole('heading', { name: 'second.wav' }).waitFor();
    await page.getByText('My parcel came broken').waitFor();
  });

  it('says why one failed, tries it again, and deletes it', async () => {
    fake.behave(() => 401);
    const page = await opened('/console/recordings');
    await choose(page, wav('later.wav'));
    await page.getByRole('button', { name: 'Send the recording' }).click();
    await page.getByText('refused the key (401)').waitFor();
    fake.behave(said);
    await page.getByRole('button', { name: 'Retry later.wav' }).click();
    await page.getByRole('link', { name: 'Open the run: later.wav' }).waitFor();
    await page.getByRole('button', { name: 'More actions for later.wav' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('later.wav').waitFor({ state: 'detached' });
  });

  it('leaves nothing of what is stopped', async () => {
    const page = await opened('/console/recordings');
    const asked = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    await page.route('**/v1/recordings', async (route) => {
      if (route.request().method() === 'POST') {
        asked.resolve();
        await stopped.promise;
      }
      await route.continue();
    });
    await choose(page, wav('stopped.wav'));
    await page.getByRole('button', { name: 'Send the recording' }).click();
    await asked.promise;
    await page.getByRole('button', { name: 'Do not send stopped.wav' }).click();
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    stopped.resolve();
    expect((await deleted).status()).toBe(200);
    const { body } = await service.call('GET', '/v1/recordings', { key: service.adminKey });
    expect(JSON.stringify(body)).not.toContain('stopped.wav');
  });

  it('is not for those who only read', async () => {
    await ended(await sent(call, { name: 'theirs.wav' }));
    const page = await opened('/console/recordings', await service.key(service.workspaceId, 'live', 'viewer'));
    await page.getByRole('link', { name: 'Open the call: theirs.wav' }).waitFor();
    expect(await page.getByText('Drop recordings').count()).toBe(0);
    expect(await page.getByRole('button', { name: /theirs\.wav/ }).count()).toBe(0);
  });

  it('says what to do where nothing transcribes', async () => {
    const bare = await service.node({ BRICKWORK_TRANSCRIBER: '', BRICKWORK_TRANSCRIBER_BASE_URL: '' });
    tab = await openTab(bare.url);
    const { page } = tab;
    await signIn(tab, service.adminKey, '/console/recordings');
    await choose(page, wav('first.wav'), wav('second.wav'));
    await page.getByRole('button', { name: 'Send 2 recordings' }).click();
    await page.getByRole('heading', { name: 'This service does not transcribe yet' }).waitFor();
    await page.getByText('brickwork models get whisper-base').waitFor();
    await page.getByRole('button', { name: 'Do not send first.wav' }).click();
    await page.getByRole('button', { name: 'Do not send second.wav' }).click();
    await page.getByRole('heading', { name: 'Uploads' }).waitFor({ state: 'detached' });
  });

  it('is where recordings are led to that come as transcripts', async () => {
    const page = await opened('/console/import');
    await choose(page, wav('call.mp3'));
    await page.getByText('call.mp3 is a recording.').waitFor();
    await page.goto('/console/playground');
    await page.getByLabel('Conversation file').setInputFiles(wav('call.wav'));
    await page.getByText('call.wav is a recording.').waitFor();
    await page.getByRole('link', { name: 'Send recordings on the Recordings page' }).click();
    await page.getByRole('heading', { name: 'Recordings', exact: true }).waitFor();
  });
});

describe('an intake that fetches recordings', () => {
  it('says so, and its log leads to them', async () => {
    const intake = {
      auth: { type: 'token' },
      recording: { url: '{sound}', channels: ['agent', 'customer'] },
      map: { external_id: 'id' },
      kits: [{ kit: 'support_qa' }],
    };
    const { body: made } = await service.call('PUT', '/v1/intakes/sounds', { key: service.adminKey, body: { intake } });
    const page = await opened('/console/intakes/sounds');
    await page.getByText('Advanced: secrets, signature, mapping, rules').click();
    await page.getByText('This intake fetches a recording and transcribes it.').waitFor();
    await page.getByText('Channels: agent, customer. Audio copy: service default.').waitFor();
    expect(await page.getByLabel('Input', { exact: true }).getAttribute('required')).toBeNull();
    const payload = { id: 'c-7', sound: `${service.url}/call.wav` };
    const pushed = await service.call('POST', `${made.path}?token=${made.secret}`, { body: payload });
    expect(pushed.status, JSON.stringify([made, pushed.body])).toBe(202);
    const line = page.getByRole('listitem').filter({ hasText: 'its recording is being transcribed' });
    // The first delivery starts a process for expressions, which takes half a minute on a machine that is busy seven times over.
    await line.waitFor({ timeout: 120_000 });
    await line.getByRole('link', { name: 'Recordings' }).click();
    await page.getByText('c-7').waitFor();
  }, 180_000);
});

describe('listening on the page of a run', () => {
  const player = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true });
  const secondsOf = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
  const kept = async () => {
    fake.behave(said);
    const id = await sent(call, { name: 'heard.wav', channels: ['agent', 'customer'], keep_audio: true });
    const recording = await ended(id);
    const [runId] = recording.run_ids;
    await expect
      .poll(async () => (await service.call('GET', `/v1/runs/${runId}`, { key: service.adminKey })).body.status)
      .toBe('succeeded');
    return { path: `/console/runs/${runId}`, turns: recording.conversation.turns };
  };

  it('begins at the first word of a quote, and marks the turn that is heard', async () => {
    const { path, turns } = await kept();
    const page = await opened(path);
    const ranges: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/audio')) ranges.push(request.headers().range);
    });
    await player(page).waitFor();
    expect(ranges).toEqual([]);
    // Where it began: it plays on while the test looks.
    await page.locator('audio').evaluate((audio: HTMLAudioElement) => {
      audio.addEventListener('play', () => {
        audio.dataset.from = String(audio.currentTime);
      });
    });
    const from = async () => Number(await page.locator('audio').getAttribute('data-from'));
    await page.getByRole('button', { name: /^Contact reason/ }).click();
    await page.getByRole('list', { name: 'Evidence' }).getByRole('button', { name: CUSTOMER }).click();
    await page.locator('li[aria-current=true]', { hasText: 'My parcel came broken' }).waitFor();
    expect(await from()).toBeCloseTo(turns.at(-1).words[0].start, 1);
    expect(ranges[0]).toMatch(/^bytes=\d+-/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();

    await page.getByRole('button', { name: 'Play from 0:00' }).first().click();
    await page.locator('li[aria-current=true]', { hasText: 'Good morning' }).waitFor();
    await page.keyboard.press('p');
    expect(await from()).toBeCloseTo(turns[0].words[0].start, 1);
    const paused = await secondsOf(page);
    await page.keyboard.press('ArrowRight');
    expect(await secondsOf(page)).toBeCloseTo(paused + 5, 0);
    await page.getByLabel('Speed').selectOption('1.5');
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
  });

  it('says that masked words are silent to those who do not see identities', async () => {
    const { path } = await kept();
    const set = (roles: readonly string[]) =>
      service.call('PUT', '/v1/settings', { key: service.adminKey, body: { identities_hidden_from: roles } });
    expect((await set(['reviewer'])).status).toBe(200);
    const page = await opened(path, await service.key(service.workspaceId, 'live', 'reviewer'));
    await player(page).getByText('Words that are masked for your role are muted.').waitFor();
    await page.getByText('My parcel came broken').first().click();
    await page.locator('li[aria-current=true]', { hasText: 'My parcel came broken' }).waitFor();
    await set([]);
  });

  it('is not for those who may not read conversations', async () => {
    const { path } = await kept();
    const page = await opened(path, await service.key(service.workspaceId, 'live', 'viewer'));
    await page.getByText('Conversations are not shown to you').waitFor();
    expect(await player(page).count()).toBe(0);
  });
});
