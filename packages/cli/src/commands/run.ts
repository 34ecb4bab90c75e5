import { basename } from 'node:path';
import type { BrickworkClient, ChannelSide, CreateRunRequest, Run } from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { readConversationFile } from '../conversations/read-conversation-file.ts';
import { agentOption, customerOption, type SideOptions, withSides } from '../conversations/side-options.ts';
import { toInput } from '../conversations/to-input.ts';
import { EXIT } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { parseMoment } from '../parse-moment.ts';
import { parseChannels, runRecording } from '../recordings/run-recording.ts';
import { type PinnedKit, pinKit } from '../runs/pin-kit.ts';
import { showRun } from '../runs/show-run.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface RunOptions extends SideOptions {
  sync?: boolean;
  wait: boolean;
  sandbox?: boolean;
  occurredAt?: Date;
  metadata: string[];
  audio?: boolean;
  channels?: ChannelSide[];
  language?: string;
  keepAudio?: boolean;
  json?: boolean;
}

export function registerRun(program: Command): void {
  program
    .command('run')
    .description('Run a kit on one or a few conversations and show what it found')
    .argument('<kit>', 'slug, code, id or version id; KIT@N for a version')
    .argument('[file...]', 'conversations as text, WebVTT, SRT or JSON; - or nothing for standard input')
    .option('--sync', 'wait inside the request instead of polling; fastest for short conversations')
    .option('--no-wait', 'only create the runs and print their ids')
    .option('--sandbox', 'a sandbox run: costs nothing and may use a draft')
    .option('--occurred-at <time>', 'when the conversation took place, such as 2026-11-15T08:30:00Z', parseMoment)
    .option(
      '--metadata <key=value>',
      'metadata to group and find the run by, such as agent=Dana; may be repeated',
      (pair: string, before: string[]) => [...before, pair],
      [],
    )
    .addOption(agentOption())
    .addOption(customerOption())
    .option('--audio', 'the files are recordings: WAV, FLAC, MP3, M4A, Ogg or WebM; the service transcribes them')
    .option('--channels <sides>', 'with --audio: who speaks on each channel, such as agent,customer', parseChannels)
    .option('--language <code>', 'with --audio: the language, such as de; detected by default')
    .option('--keep-audio', 'with --audio: keep an encrypted copy to listen to')
    .option('--json', 'print the run as JSON; with several files one per line')
    .addHelpText(
      'after',
      `
Exits with 4 when a run did not succeed.

Examples:
  brickwork run support_qa call.txt
  brickwork run support_qa@2 call.vtt --sync --json
  brickwork run support_qa meeting.vtt --agent 'Lena Fischer'
  brickwork run K7TQ2MXB monday/*.json
  brickwork run support_qa --audio call.mp3 --channels agent,customer
  cat call.txt | brickwork run support_qa`,
    )
    .action(async (kitName: string, files: string[], options: RunOptions) => {
      const paths = files.length > 0 ? files : ['-'];
      if (paths.includes('-') && process.stdin.isTTY) {
        throw new UsageError('Name a file, or pipe in a conversation.');
      }
      if (options.audio && paths.includes('-')) throw new UsageError('Name the recordings: --audio reads files only.');
      const client = await connect();
      const kit = await pinKit(client, kitName);
      const message = 'Interrupted. Runs that were created continue; see brickwork runs list.';
      await untilInterrupted(message, async (signal) => {
        for (const path of paths) {
          const run = options.audio
            ? await runRecording(client, path, recordingOf(kit, options), { isAwaited: options.wait, signal })
            : await createRun(client, await requestOf(path, kit, options), options, signal);
          if (run !== undefined) report(run, { path, isOne: paths.length === 1, isJson: options.json === true });
        }
      });
    });
}

async function requestOf(
  path: string,
  kit: PinnedKit,
  { sandbox, agent, customer, occurredAt, metadata: pairs }: RunOptions,
): Promise<CreateRunRequest> {
  const { input, externalId, occurredAt: written, metadata } = toInput(await readConversationFile(path), kit);
  return {
    kit_version_id: kit.kitVersionId,
    input: withSides(input, { agent, customer }, kit.fields),
    type: sandbox ? 'sandbox' : 'api',
    external_id: externalId ?? (path === '-' ? undefined : basename(path)),
    occurred_at: occurredAt?.toISOString() ?? written,
    metadata: pairs.length === 0 ? metadata : { ...metadata, ...Object.fromEntries(pairs.map(parsePair)) },
  };
}

function parsePair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError(`--metadata ${pair} is not KEY=VALUE, such as agent=Dana.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function recordingOf(kit: PinnedKit, options: RunOptions) {
  const { sandbox, occurredAt, metadata: pairs, channels, language, keepAudio } = options;
  return {
    kit_version_id: kit.kitVersionId,
    type: sandbox ? ('sandbox' as const) : ('api' as const),
    occurred_at: occurredAt?.toISOString(),
    metadata: pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(parsePair)),
    channels,
    language,
    keep_audio: keepAudio,
  };
}

type Outcome = Run | { run_id: string; status: Run['status'] };

async function createRun(
  client: BrickworkClient,
  request: CreateRunRequest,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  // People are told which numbers nobody said; a key that may not read runs gets what creating one answers.
  const shown = (run: Run): Run | Promise<Run> =>
    options.json || run.output === undefined
      ? run
      : client.runs.get(run.run_id, { include: ['confidence_basis'] }).catch(() => run);
  if (options.sync && options.wait) return shown(await client.runs.createAndWait(request, { signal }));
  const { run_id, status, retryAfterSeconds } = await client.runs.create(request, { signal });
  return options.wait ? shown(await client.runs.wait(run_id, { retryAfterSeconds, signal })) : { run_id, status };
}

function report(run: Outcome, { path, isOne, isJson }: { path: string; isOne: boolean; isJson: boolean }): void {
  if (isJson && isOne) printJson(run);
  else if (isJson) print(JSON.stringify(run));
  else if ('kit_code' in run) showRun(run, isOne ? undefined : path);
  else print(run.run_id);
  if (run.status === 'failed' || run.status === 'cancelled') process.exitCode = EXIT.unsuccessful;
}
