/**
 * Runs that were answered elsewhere, for example by `brickwork evaluate --out`: they are stored as succeeded runs, without a job and
 * without usage, and their events are not pushed. A conversation is loaded once per kit version, however often it is sent.
 */
import { createHash } from 'node:crypto';
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { readSpoken } from '@brickwork/engine/conversation/read-conversation';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { holdToKit } from '@brickwork/engine/evaluation/apply-corrections';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import type { Principal } from '../access/principal.ts';
import type { StorageQuota } from '../access/storage-quota.ts';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { type ResolveKit, resolveKit } from '../kits/resolve-kit.ts';
import type { KitVersion } from '../kits/store/kit-rows.ts';
import type { KitReference } from '../kits/store/kit-store.ts';
import { checkAnswers, type GivenAnswers } from './check-answers.ts';
import { checkRunInput, type InputChecks, isQuickToRead } from './check-run-input.ts';
import { textOf, withStated } from './create-run.ts';
import { foundMoment, occurredAtOf } from './occurred-at.ts';
import type { RunOutput } from './run.ts';
import type { RunStore } from './store/run-store.ts';
import type { Imported, NewImport } from './store/store-imports.ts';

export interface ImportRuns {
  store: Pick<RunStore, 'import'>;
  clock: Clock;
  kits: ResolveKit;
  checks: InputChecks;
  quota: StorageQuota;
  pool: Pick<EvaluationPool, 'answer'>;
  timezoneOf(workspaceId: string): Promise<string>;
}

export interface ImportedRun {
  input: Record<string, unknown>;
  externalId: string | undefined;
  occurredAt: string | undefined;
  metadata: Record<string, string> | undefined;
  bricks: GivenAnswers;
  warnings: readonly string[];
  /** The engine: `local`, `lexical`, or a model's name. */
  engine: string;
}

export type ImportedLine =
  | { outcome: 'created' | 'replayed'; runId: string }
  | { outcome: 'refused'; error: ServiceError };

/** Limit for the answers of one run; an engine's take a few kilobytes. */
const LARGEST_OUTPUT_BYTES = 256 * 1024;
/** Ten years: runs that were loaded and then erased must not return when the same files are loaded again. */
const KEY_LIFE_MS = 3_650 * 86_400_000;

export async function importRuns(
  deps: ImportRuns,
  principal: Principal,
  reference: KitReference,
  lines: readonly ImportedRun[],
): Promise<ImportedLine[]> {
  const kit = await resolveKit(deps.kits, principal.workspaceId, reference, 'api');
  const prepared = await prepareAll(deps, principal, kit, lines);
  const fresh = new Map<string, NewImport>();
  for (const each of prepared) if (!(each instanceof ServiceError) && !fresh.has(each.key)) fresh.set(each.key, each);
  const stored = await store(deps, principal, [...fresh.values()]);
  const told = new Set<string>();
  return prepared.map((each): ImportedLine => {
    if (each instanceof ServiceError) return { outcome: 'refused', error: each };
    const isFirst = !told.has(each.key);
    told.add(each.key);
    const known = stored.get(each.key);
    // The same conversation twice in one request: the second is compared with the first.
    return known === undefined || (!isFirst && !known.fingerprint.equals(each.fingerprint))
      ? { outcome: 'refused', error: differs() }
      : lineOf(known, each, isFirst);
  });
}

function lineOf(known: Imported, each: NewImport, isFirst: boolean): ImportedLine {
  if (known.outcome === 'created') return { outcome: isFirst ? 'created' : 'replayed', runId: known.runId };
  if (known.fingerprint.equals(each.fingerprint)) return { outcome: 'replayed', runId: known.runId };
  return { outcome: 'refused', error: differs(known.runId) };
}

function differs(runId?: string): ServiceError {
  const which = runId === undefined ? '' : ` (${runId})`;
  return new ServiceError('idempotency_key_conflict', {
    detail: `This conversation was already loaded for this kit version with other contents${which}. Loaded runs do not change: push a new version of the kit for new answers.`,
  });
}

async function store(
  { store, quota }: ImportRuns,
  principal: Principal,
  runs: readonly NewImport[],
): Promise<ReadonlyMap<string, Imported>> {
  if (runs.length === 0) return new Map();
  const bytes = runs.reduce((sum, { input, output }) => sum + Buffer.byteLength(input) + Buffer.byteLength(output), 0);
  const tellQuota = await quota.take(principal, { runs: runs.length, bytes });
  try {
    const stored = await store.import(principal, runs);
    tellQuota([...stored.values()].some(({ outcome }) => outcome === 'created'));
    return stored;
  } catch (error) {
    tellQuota(false);
    throw error;
  }
}

/** Each line separately: a refused one does not affect the others. One after the other, so that other requests can run in between. */
async function prepareAll(
  deps: ImportRuns,
  principal: Principal,
  kit: KitVersion,
  lines: readonly ImportedRun[],
): Promise<(NewImport | ServiceError)[]> {
  const prepared: (NewImport | ServiceError)[] = [];
  const turns = takeTurns();
  for (const line of lines) {
    try {
      prepared.push(await prepare(deps, principal, kit, line));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'unavailable') throw error;
      prepared.push(error);
    }
    if (turns.isOver()) await turns.pass();
  }
  return prepared;
}

async function prepare(deps: ImportRuns, principal: Principal, kit: KitVersion, line: ImportedRun): Promise<NewImport> {
  const now = deps.clock.now();
  const stated = occurredAtOf(line.occurredAt, now);
  const input = textOf({ input: line.input, inputText: undefined });
  const found = await checkRunInput(deps.checks, kit, line.input, { text: input, owner: principal.workspaceId });
  const spoken = await readSpokenOf(deps, principal, kit, line.input, input);
  const {
    outputs: bricks,
    recomputed,
    unasked,
  } = holdToKit(kit.kit.bricks, checkAnswers(kit.kit.bricks, spoken, line.bricks), kit.kit.language);
  if (unasked.length > 0)
    throw new ServiceError('answers_invalid', {
      detail: `bricks.${unasked[0]} is marked as not applicable, but its condition holds with the other answers.`,
    });
  const document: RunOutput = { kit_code: kit.kitCode, kit_version_id: kit.kitVersionId, bricks };
  const output = JSON.stringify(document);
  if (Buffer.byteLength(output) > LARGEST_OUTPUT_BYTES)
    throw new ServiceError('answers_invalid', { detail: `The answers have more than ${LARGEST_OUTPUT_BYTES} bytes.` });
  const { externalId, metadata, occurredAt, warnings, engine } = line;
  return {
    ...identityOf(kit.kitVersionId, externalId, input, [occurredAt, metadata, warnings, engine, output]),
    runId: newId('run', now),
    kitId: kit.kitId,
    kitCode: kit.kitCode,
    kitVersionId: kit.kitVersionId,
    kitVersion: kit.version,
    externalId,
    metadata: withStated(metadata, found),
    input,
    output,
    warnings: [
      ...warnings,
      'Loaded: these answers were given outside this service.',
      ...(recomputed.length === 0
        ? []
        : [`Recomputed, because the answers that were loaded contradict the kit: ${recomputed.join(', ')}.`]),
    ],
    engine,
    occurredAt: stated ?? (await foundMoment(found, () => deps.timezoneOf(principal.workspaceId), now)),
    createdAt: now,
    keyExpiresAt: new Date(now.getTime() + KEY_LIFE_MS),
  };
}

/** A large one in a thread. */
async function readSpokenOf(
  { pool }: ImportRuns,
  { workspaceId }: Principal,
  { kit }: KitVersion,
  input: Record<string, unknown>,
  text: string,
): Promise<Pick<Conversation, 'text' | 'turns'>> {
  if (isQuickToRead(input, text)) return readSpoken(kit, input);
  const { conversation } = await pool.answer({ kit, input, keys: [], withConversation: true }, { owner: workspaceId });
  if (conversation !== undefined) return conversation;
  throw new ServiceError('kit_input_invalid', { detail: 'The conversation has too many turns to check its evidence.' });
}

/** Identifies a conversation: by its own id or, without one, by its words. Hashed, because the key outlives erasure. */
function identityOf(
  kitVersionId: string,
  externalId: string | undefined,
  input: string,
  contents: readonly unknown[],
): { key: string; fingerprint: Buffer } {
  const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest();
  const who = externalId === undefined ? ['input', input] : ['external_id', externalId];
  return {
    key: `import:${hash([kitVersionId, ...who]).toString('base64url')}`,
    fingerprint: hash([input, ...contents]),
  };
}
