/**
 * Files of conversations → runs, in two steps: `survey` reads everything and says what it would become, `start` creates the runs. Each is created
 * under a key made from its content, which the service keeps for ten years: however often both are done, and after any crash, a conversation
 * becomes one run.
 */
import { type Pause, pause as timedPause } from '../pause.ts';
import type { BrickworkClient } from '../resources.ts';
import { type ChunkLimits, createChunks } from './chunks.ts';
import { type CreateRuns, createRunMaker } from './create-runs.ts';
import { findConversations } from './find-conversations.ts';
import { createNotes, createSummary, type ImportSummary, type Noted } from './import-summary.ts';
import { type ImportSettings, type PreparedRun, prepareRun } from './prepare-run.ts';
import { createProbe, createRead, type Read, sizeOf } from './read-conversations.ts';
import type { SourceFile } from './source-file.ts';

/** Files, as often as they are asked for. */
export type ReadFiles = () => AsyncIterable<SourceFile> | Iterable<SourceFile>;

export interface ImportProgress {
  /** Bytes of the files that were read. */
  bytes: number;
  files: number;
  conversations: number;
}

interface ImportSteps {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export interface ImportOutcome {
  created: number;
  /** There was a run of this conversation before. */
  existing: number;
  failed: number;
  failures: Noted[];
}

export interface StartSteps extends ImportSteps {
  /** Called as runs are stored, or found to be. */
  onImported?: ((sofar: Pick<ImportOutcome, 'created' | 'existing' | 'failed'>) => void) | undefined;
}

export interface FileImport {
  survey(files: ReadFiles, steps?: ImportSteps): Promise<ImportSummary>;
  /** Imports what a survey has read and not refused. */
  start(files: ReadFiles, steps?: StartSteps): Promise<ImportOutcome>;
}

const MOST_AT_ONCE = 100;
const MOST_BYTES = 2 * 1024 * 1024;
/** What a request has around its conversations. */
const ENVELOPE = 4_096;
const IN_FLIGHT = 3;

/** Of the survey, by key: whether it can be imported, and when it took place, where it does not say itself. */
type Verdict = { isRefused: true } | { isRefused: false; occurredAt: string | undefined };

interface Importing {
  settings: ImportSettings;
  read: Read;
  create: CreateRuns;
  verdicts: Map<string, Verdict>;
  workspace(): Promise<Workspace>;
}

interface Workspace {
  /** Bytes of the largest conversation. */
  largest: number;
  timezone: string;
}

export function createFileImport(
  client: BrickworkClient,
  settings: ImportSettings,
  { pause = timedPause }: { pause?: Pause } = {},
): FileImport {
  let known: Promise<Workspace> | undefined;
  const importing: Importing = {
    settings,
    read: createRead(client, settings, pause),
    create: createRunMaker(client, MOST_AT_ONCE, pause),
    verdicts: new Map(),
    workspace() {
      known ??= workspaceOf(client);
      return known;
    },
  };
  return {
    survey: (files, steps = {}) => survey(importing, files, steps),
    start: (files, steps = {}) => start(importing, files, steps),
  };
}

async function workspaceOf(client: BrickworkClient): Promise<Workspace> {
  const [{ body_limit_bytes }, { timezone }] = await Promise.all([client.keys.me(), client.settings.get()]);
  return { largest: body_limit_bytes - ENVELOPE, timezone };
}

async function survey(importing: Importing, files: ReadFiles, steps: ImportSteps): Promise<ImportSummary> {
  const { settings, read, verdicts } = importing;
  const { largest: most, timezone } = await importing.workspace();
  const summary = createSummary(timezone);
  const seen = new Map<string, string>();
  const refuse = ({ key, source }: PreparedRun, reason: string) => {
    verdicts.set(key, { isRefused: true });
    summary.refuse(source, reason);
  };
  const chunks = createChunks<PreparedRun>(limitsOf(most), async (chunk) => {
    const answers = await read(chunk, steps.signal);
    for (const [index, run] of chunk.entries()) {
      const answer = answers[index];
      if (answer === undefined || answer.error !== undefined) {
        refuse(run, reasonOf(answer?.detail ?? 'was refused', settings.kit.conversationField));
        continue;
      }
      const occurredAt = answer.occurred_at === undefined ? run.date?.at : undefined;
      verdicts.set(run.key, { isRefused: false, occurredAt });
      summary.add(run, answer);
    }
  });
  for await (const run of prepared(importing, files, {
    ...steps,
    onFile: summary.addFile,
    onRefused: summary.refuse,
  })) {
    const other = seen.get(run.key);
    const size = sizeOf(run.input);
    if (other !== undefined) summary.addIdentical(run.source, other);
    else if (size <= most) await chunks.add(run, size);
    else refuse(run, `has ${megabytes(size)} MB, more than the service takes (${megabytes(most)} MB): split it`);
    seen.set(run.key, other ?? run.source);
  }
  await chunks.done();
  return summary.result();
}

async function start(importing: Importing, files: ReadFiles, steps: StartSteps): Promise<ImportOutcome> {
  const { create, verdicts } = importing;
  const failures = createNotes();
  const outcome = { created: 0, existing: 0, failed: 0 };
  const sent = new Set<string>();
  const chunks = createChunks<PreparedRun>(limitsOf((await importing.workspace()).largest), async (chunk) => {
    const lines = await create(
      chunk.map((run) => lineOf(importing, run)),
      steps.signal,
    );
    for (const [index, { source }] of chunk.entries()) {
      const line = lines[index];
      const isStored = line?.run_id !== undefined;
      outcome[!isStored ? 'failed' : line.replayed === true ? 'existing' : 'created'] += 1;
      if (!isStored) failures.add('failed', String(line?.detail ?? line?.error ?? 'It was refused'), source);
    }
    steps.onImported?.({ ...outcome });
  });
  for await (const run of prepared(importing, files, steps)) {
    if (verdicts.get(run.key)?.isRefused !== false || sent.has(run.key)) continue;
    sent.add(run.key);
    await chunks.add(run, sizeOf(run.input));
  }
  await chunks.done();
  return { ...outcome, failures: failures.list() };
}

function limitsOf(most: number): ChunkLimits {
  return { most: MOST_AT_ONCE, bytes: Math.min(most, MOST_BYTES), inFlight: IN_FLIGHT };
}

function lineOf({ settings: { kit, type }, verdicts }: Importing, run: PreparedRun) {
  const verdict = verdicts.get(run.key);
  return {
    kit_version_id: kit.kit_version_id,
    type,
    input: run.input,
    external_id: run.externalId,
    metadata: run.metadata,
    occurred_at: verdict?.isRefused === false ? verdict.occurredAt : undefined,
    idempotency_key: run.key,
    once: true,
  };
}

interface PrepareSteps extends ImportSteps {
  onFile?: () => void;
  onRefused?: (source: string, reason: string) => void;
}

async function* prepared(
  { settings, read, workspace }: Importing,
  files: ReadFiles,
  { signal, onProgress, onFile, onRefused }: PrepareSteps,
): AsyncGenerator<PreparedRun, void, undefined> {
  const progress = { bytes: 0, files: 0, conversations: 0 };
  const { conversationField, fields } = settings.kit;
  const { largest, timezone } = await workspace();
  const probe = createProbe(read, conversationField, largest, signal);
  for await (const file of files()) {
    progress.files += 1;
    onFile?.();
    for await (const each of findConversations(file, { conversationField, fields, column: settings.column, probe })) {
      signal?.throwIfAborted();
      if ('refused' in each) onRefused?.(each.path, each.refused);
      else {
        progress.conversations += 1;
        yield await prepareRun(each, settings, timezone);
      }
      onProgress?.({ ...progress });
    }
    progress.bytes += file.blob.size;
    onProgress?.({ ...progress });
  }
}

/** The fault is about the input's field; here the file is meant. */
function reasonOf(detail: string, field: string): string {
  const plain = detail.replace(/^input\./, '');
  return plain.startsWith(`${field} `) ? plain.slice(field.length + 1) : detail;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
