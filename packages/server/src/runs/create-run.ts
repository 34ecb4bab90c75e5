/**
 * Accepts a run: pins the kit version, checks the input against it, and stores run, idempotency key and job together. A 2xx
 * response means that everything is committed; a refused request leaves nothing behind.
 */
import type { RunMode, RunStatus, RunType } from '@brickwork/contract';
import type { StatedFacts } from '@brickwork/engine/conversation/stated-facts';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { PlanLimits } from '../access/plans.ts';
import type { Principal } from '../access/principal.ts';
import type { StorageQuota } from '../access/storage-quota.ts';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { traceparent } from '../core/tracing.ts';
import { type ResolveKit, resolveKit } from '../kits/resolve-kit.ts';
import type { KitVersion } from '../kits/store/kit-rows.ts';
import type { KitReference } from '../kits/store/kit-store.ts';
import { checkRunInput, fingerprintRun, type InputChecks } from './check-run-input.ts';
import type { FingerprintParts } from './fingerprint.ts';
import { foundMoment, occurredAtOf } from './occurred-at.ts';
import type { Accepted, NewRun } from './store/accept-runs.ts';
import type { RunStore } from './store/run-store.ts';

/** How long an idempotency key is kept. */
const KEY_LIFE_MS = 72 * 3_600_000;
const ANY_REQUEST = Buffer.alloc(32);

export interface RunRequest extends FingerprintParts {
  mode: RunMode;
  /** The input's JSON text as it was sent, when the caller has it. */
  inputText: string | undefined;
}

export interface CreateRun {
  store: Pick<RunStore, 'accept' | 'findReplay'>;
  clock: Clock;
  plans: Readonly<Record<string, PlanLimits>>;
  kits: ResolveKit;
  checks: InputChecks;
  quota: StorageQuota;
  timezoneOf(workspaceId: string): Promise<string>;
}

export interface CreatedRun {
  runId: string;
  status: RunStatus;
  type: RunType;
  kitVersionId: string;
  isReplay: boolean;
}

/**
 * The key stands for whatever was sent with it first: a later request with the same key gets that run and is never a
 * conflict.
 */
export interface KeyForAnyRequest {
  keyForAnyRequest: string;
  keptMs: number;
}

export async function createRun(
  deps: CreateRun,
  principal: Principal,
  request: RunRequest,
  idempotencyKey?: string | KeyForAnyRequest,
): Promise<CreatedRun> {
  const input = textOf(request);
  const sent = { text: input, owner: principal.workspaceId };
  const now = deps.clock.now();
  const stated = occurredAtOf(request.occurredAt, now);
  const key =
    idempotencyKey === undefined
      ? undefined
      : {
          ...(typeof idempotencyKey === 'string'
            ? { key: idempotencyKey, fingerprint: await fingerprintRun(deps.checks, request, sent) }
            : { key: idempotencyKey.keyForAnyRequest, fingerprint: ANY_REQUEST }),
          expiresAt: new Date(
            now.getTime() + (typeof idempotencyKey === 'string' ? KEY_LIFE_MS : idempotencyKey.keptMs),
          ),
        };
  let kit: KitVersion;
  let tellQuota: (isStored: boolean) => void;
  let found: StatedFacts;
  try {
    kit = await resolveKit(deps.kits, principal.workspaceId, referenceOf(request), request.type);
    found = await checkRunInput(deps.checks, kit, request.input, sent);
    tellQuota = await deps.quota.take(principal, { runs: 1, text: input });
  } catch (error) {
    // The key comes before the kit: a request that was accepted once gets the same answer, even when its kit has been archived since.
    const known = key && (await deps.store.findReplay(principal, key));
    if (known) return replay(known);
    throw error;
  }
  const run: NewRun = {
    workspaceId: principal.workspaceId,
    environment: principal.environment,
    runId: newId('run', now),
    type: request.type,
    mode: request.mode,
    kitId: kit.kitId,
    kitCode: kit.kitCode,
    kitVersionId: kit.kitVersionId,
    kitVersion: kit.version,
    externalId: request.externalId,
    // The request takes precedence over what an export says about itself.
    metadata: withStated(request.metadata, found),
    traceparent: traceparent(),
    input,
    occurredAt: stated ?? (await foundMoment(found, () => deps.timezoneOf(principal.workspaceId), now)),
    createdAt: now,
    capacity: deps.plans[principal.plan]?.runsAtOnce ?? null,
    idempotency: key,
  };
  const accepted = await deps.store.accept(run).catch((error: unknown) => {
    tellQuota(false);
    // It is unknown whether the run was stored: the caller finds out by repeating the request with the same key.
    throw error instanceof ServiceError ? error : new ServiceError('run_request_failed', { cause: error });
  });
  tellQuota(accepted.outcome === 'created');
  if (accepted.outcome !== 'created') return replay(accepted);
  return { runId: run.runId, status: 'processing', type: run.type, kitVersionId: run.kitVersionId, isReplay: false };
}

/** As in requests. */
const MOST_PAIRS = 16;
const LONGEST_VALUE = 512;

/**
 * Fills the dimensions `agent` and `channel` if the request leaves them out. Never `customer`: metadata may outlive
 * the input.
 */
export function withStated(metadata: RunRequest['metadata'], { agent, channel }: StatedFacts): RunRequest['metadata'] {
  const filled = Object.entries({ agent, channel }).flatMap(([key, value]): [string, string][] =>
    value === undefined || value.length > LONGEST_VALUE || metadata?.[key] !== undefined ? [] : [[key, value]],
  );
  const free = MOST_PAIRS - Object.keys(metadata ?? {}).length;
  return filled.length === 0 || free < filled.length ? metadata : { ...metadata, ...Object.fromEntries(filled) };
}

function referenceOf({ kitCode = '', kitVersionId }: RunRequest): KitReference {
  return kitVersionId === undefined ? { kitCode } : { kitVersionId };
}

function replay(accepted: Exclude<Accepted, { outcome: 'created' }>): CreatedRun {
  if (accepted.outcome === 'conflict') throw new ServiceError('idempotency_key_conflict');
  const { runId, status, type, kitVersionId } = accepted.run;
  return { runId, status, type, kitVersionId, isReplay: true };
}

/** The text is stored as sent, unless it has Unicode escapes: these are decoded so that broken ones can be refused. */
export function textOf({ input, inputText }: Pick<RunRequest, 'input' | 'inputText'>): string {
  if (inputText !== undefined && !inputText.includes('\\u')) return inputText;
  const json = JSON.stringify(input);
  refuseBrokenText(json);
  return json;
}

/** Half of a surrogate pair is not valid text; `JSON.stringify` writes each one as an escape. */
function refuseBrokenText(json: string): void {
  if (!json.includes('\\ud')) return;
  for (const [, backslashes = ''] of json.matchAll(/(\\+)ud[89a-f][0-9a-f]{2}/g)) {
    if (backslashes.length % 2 === 1) {
      throw new ServiceError('invalid_json', {
        detail: 'The input contains a broken Unicode character (half of a surrogate pair). Send valid UTF-8.',
      });
    }
  }
}
