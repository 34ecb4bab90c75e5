import { describe, expect, it } from 'vitest';
import { encodeId, newUuid, uuidAt } from '../../core/ids.ts';
import { toRunDocument } from '../run-document.ts';
import { bounds, exactDates, kitOf, typeConditions, versionCondition } from './run-conditions.ts';
import { type RunRow, toFullRun, toRun } from './run-row.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const [ID, WORKSPACE, OTHER] = [newUuid(), newUuid(), newUuid()];

/** As it is right after it was accepted. */
const ROW: RunRow = {
  ...{ workspace_id: WORKSPACE, environment: 'live', id: ID, status: 'processing', type: 'api', mode: 'async' },
  ...{ kit_id: 'k', kit_code: 'ABCDEFGH', kit_version_id: 'v', kit_version: 2, external_id: null, metadata: null },
  ...{ occurred_at: null, created_at: at(1), erased_at: null, rescored_from: null, backfill_id: null },
  ...{ started_at: null, completed_at: null, duration_ms: null, warnings: null, error_code: null },
  ...{ error_message: null, error_user_message: null, engine: null, model: null },
};

describe('toRun', () => {
  it('has nothing that has not happened', () => {
    expect(toRun(ROW)).toEqual({
      ...{ runId: encodeId('run', ID), workspaceId: encodeId('ws', WORKSPACE), environment: 'live' },
      ...{ status: 'processing', type: 'api', mode: 'async' },
      ...{ kitId: 'k', kitCode: 'ABCDEFGH', kitVersionId: 'v', kitVersion: 2, occurredAt: at(1), createdAt: at(1) },
    });
    expect(Object.keys(toRun(ROW))).not.toContain('waiting');
    expect(toFullRun(ROW).output).toBeUndefined();
  });

  it('has all that has', () => {
    const run = toRun({
      ...ROW,
      ...{ status: 'failed', external_id: 'ext', metadata: '{"team":"a"}', occurred_at: at(0), erased_at: at(9) },
      ...{ rescored_from: OTHER, backfill_id: OTHER, started_at: at(2), completed_at: at(3), duration_ms: 0 },
      ...{ warnings: '["w"]', error_code: 'c', error_message: 'm', error_user_message: 'u', engine: 'local' },
      answers: { a: { value: 1 } },
    });
    expect(run).toMatchObject({
      ...{ externalId: 'ext', metadata: { team: 'a' }, occurredAt: at(0), erasedAt: at(9), engine: 'local' },
      ...{ rescoredFrom: encodeId('run', OTHER), backfillId: encodeId('bfl', OTHER), startedAt: at(2) },
      ...{ completedAt: at(3), durationMs: 0, warnings: ['w'], answers: { a: { value: 1 } } },
      error: { code: 'c', message: 'm', userMessage: 'u' },
    });
    expect(toRun({ ...ROW, engine: 'model', model: 'a/b' }).engine).toBe('a/b');
    expect(toRun({ ...ROW, error_code: 'c' }).error).toEqual({ code: 'c' });
    expect(toFullRun({ ...ROW, output: '{"bricks":{}}' }).output).toEqual({ bricks: {} });
  });

  it('says why it waits, how often it was tried, and until when', () => {
    const queued = { ...ROW, status: 'queued' as const };
    expect(toRun(queued).waiting).toEqual({ reason: 'retry', attempt: 1, nextAttemptAt: undefined });
    expect(toRun({ ...queued, wait_reason: 'limit', wait_attempts: 2, wait_until: at(5) }).waiting).toEqual({
      ...{ reason: 'limit', attempt: 3, nextAttemptAt: at(5) },
    });
  });
});

describe('toRunDocument', () => {
  const brick = { value: 1, evidence_spans: [], basis: 'words', confidence_basis: 'model' };
  const run = toFullRun({ ...ROW, output: JSON.stringify({ bricks: { a: brick, b: { value: 2 } } }) });
  const bricksOf = (options: object) => (toRunDocument(run, options).output as { bricks: object }).bricks;

  it('shows spans and reasons where they are asked for, and there', () => {
    expect(bricksOf({})).toEqual({ a: { value: 1 }, b: { value: 2 } });
    expect(bricksOf({ spans: true })).toEqual({ a: { value: 1, evidence_spans: [] }, b: { value: 2 } });
    expect(bricksOf({ basis: true })).toEqual({
      a: { value: 1, basis: 'words', confidence_basis: 'model' },
      b: { value: 2 },
    });
    expect(Object.keys((bricksOf({ spans: true, basis: true }) as { b: object }).b)).toEqual(['value']);
  });

  it('shows what is included, and nothing else', () => {
    const names = (options: object) => Object.keys(toRunDocument(toFullRun(ROW), options));
    const plain = names({});
    expect(plain).not.toEqual(expect.arrayContaining(['as', 'input', 'conversation', 'reviews', 'waiting', 'answers']));
    for (const name of ['as', 'input', 'conversation', 'reviews']) expect(plain).not.toContain(name);
    expect(toRunDocument(run, { isReviewed: true, input: '{"a":1}', reviews: [] })).toMatchObject({
      ...{ as: 'reviewed', input: { a: 1 }, reviews: [] },
    });
    const turn = { text: 'Hi.', startSeconds: 1, endSeconds: 2 };
    const conversation = { format: 'json', language: 'en', speakers: [], turns: [turn] } as never;
    expect(toRunDocument(run, { conversation }).conversation).toEqual({
      ...{ format: 'json', language: 'en', speakers: [], turns: [{ text: 'Hi.', start_seconds: 1, end_seconds: 2 }] },
    });
    const queued = toRun({ ...ROW, status: 'queued', wait_until: at(5), answers: { a: { value: 1, text: true } } });
    expect(toRunDocument({ ...queued, output: undefined })).toMatchObject({
      waiting: { reason: 'retry', attempt: 1, next_attempt_at: at(5).toISOString() },
      answers: { a: { value: 1 } },
    });
  });
});

describe('conditions of lists', () => {
  const written = (write: (parameter: (value: unknown) => string) => string[] | string) => {
    const values: unknown[] = [];
    return { sql: write((value) => `$${values.push(value)}`), values };
  };

  it('leave backfills out unless they are asked for', () => {
    const of = (filter: object) => written((parameter) => typeConditions(filter as never, parameter));
    expect(of({})).toEqual({ sql: [`r.type <> 'backfill'`], values: [] });
    expect(of({ type: 'api' })).toEqual({ sql: ['r.type = $1', `r.type <> 'backfill'`], values: ['api'] });
    expect(of({ type: 'backfill' })).toEqual({ sql: [`r.type = 'backfill'`], values: [] });
    const own = of({ backfillId: encodeId('bfl', OTHER) });
    expect([own.sql.length, own.values]).toEqual([1, [OTHER]]);
    expect(of({ type: 'backfill', backfillId: 'nope' })).toMatchObject({
      values: ['00000000-0000-0000-0000-000000000000'],
    });
  });

  it('are bounds by id, and exact ones beside them', () => {
    const none = { before: undefined, createdAfter: undefined, createdBefore: undefined };
    expect(written((parameter) => bounds('id', none, parameter)).sql).toEqual([]);
    const all = { before: ID, createdAfter: at(1), createdBefore: at(2) };
    expect(written((parameter) => bounds('id', all, parameter))).toEqual({
      sql: ['id < $1::uuid', 'id >= $2::uuid', 'id <= $3::uuid'],
      values: [ID, uuidAt(at(1)), uuidAt(at(2), true)],
    });
    const dates = { ...none, occurredAfter: undefined, occurredBefore: undefined };
    const exact = (more: object) => written((parameter) => exactDates({ ...dates, ...more }, parameter));
    expect(exact({}).sql).toEqual([]);
    expect(exact({ createdAfter: at(1), createdBefore: at(2) })).toEqual({
      sql: ['r.created_at >= $1', 'r.created_at < $2'],
      values: [at(1), at(2)],
    });
    expect([exact({ occurredAfter: at(1) }).sql.length, exact({ occurredBefore: at(1) }).sql.length]).toEqual([2, 2]);
    expect(exact({ occurredAfter: at(1), occurredBefore: at(2) }).values).toEqual([at(1), at(2)]);
  });

  it('name kits and versions', () => {
    expect(written((parameter) => kitOf('ABC', parameter)).values).toEqual(['ABC']);
    expect(written((parameter) => versionCondition({}, parameter)).sql).toEqual([]);
    expect(written((parameter) => versionCondition({ kitVersionId: 'v' }, parameter))).toEqual({
      sql: ['r.kit_version_id = $1::uuid'],
      values: ['v'],
    });
  });
});
