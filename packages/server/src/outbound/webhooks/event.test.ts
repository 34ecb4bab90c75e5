import { describe, expect, it } from 'vitest';
import type { FullRun } from '../../runs/run.ts';
import { appealedEvent, eventOfRun, quietEventOfRun, reviewedEvent, testEvent } from './event.ts';

const UUID = '0190c8f0-0000-7000-8000-000000000001';
const AT = new Date('2026-01-02T03:04:05Z');
const HEAD = { workspaceId: 'ws_1', environment: 'live', eventId: 'evt_1', createdAt: AT } as const;
const RUN = {
  ...{ runId: 'run_1', workspaceId: 'ws_1', environment: 'live', status: 'succeeded', type: 'api', mode: 'async' },
  ...{ kitId: 'kit', kitCode: 'sales', kitVersionId: 'v1', kitVersion: 1, durationMs: 1_000 },
  ...{ occurredAt: AT, createdAt: new Date(0), startedAt: AT, completedAt: AT },
  output: { kit_code: 'sales', kit_version_id: 'v1', bricks: { solved: { value: true } } },
} as unknown as FullRun & { status: 'succeeded' };

const LARGE = 1_000_000;
const sizeOf = (event: { body: string }) => Buffer.byteLength(event.body);

describe('eventOfRun', () => {
  it('carries the run, and is thin where that is too much', () => {
    const whole = eventOfRun(UUID, RUN, LARGE);
    expect(whole).toMatchObject({ type: 'run.succeeded', createdAt: AT, about: { runId: 'run_1', kitId: 'kit' } });
    expect(JSON.parse(whole.body)).toMatchObject({
      ...{ id: whole.eventId, type: 'run.succeeded', created_at: AT.toISOString(), thin: false },
      data: { run_id: 'run_1', output: { bricks: { solved: { value: true } } } },
    });
    expect(eventOfRun(UUID, RUN, sizeOf(whole)).body).toBe(whole.body);
    const thin = eventOfRun(UUID, RUN, sizeOf(whole) - 1);
    expect(JSON.parse(thin.body)).toMatchObject({ thin: true });
    expect(JSON.parse(thin.body).data).toEqual({ run_id: 'run_1', status: 'succeeded', duration_ms: 1_000 });
    expect(thin).toMatchObject({ about: whole.about, isSandbox: false });
  });

  it('says of which type of run it is, why one failed, and when one ended that never began', () => {
    expect(eventOfRun(UUID, { ...RUN, type: 'sandbox' }, LARGE).isSandbox).toBe(true);
    const error = { code: 'provider_timeout', message: undefined, userMessage: undefined };
    expect(JSON.parse(eventOfRun(UUID, { ...RUN, error }, 0).body).data.error_code).toBe('provider_timeout');
    expect(eventOfRun(UUID, { ...RUN, completedAt: undefined }, LARGE).createdAt).toEqual(new Date(0));
  });
});

describe('quietEventOfRun', () => {
  it('is of the time of its run, and has no body', () => {
    const event = quietEventOfRun(UUID, RUN);
    expect(event).toMatchObject({ type: 'run.succeeded', createdAt: AT, body: '', isQuiet: true });
    expect(quietEventOfRun(UUID, { ...RUN, completedAt: undefined }).createdAt).toEqual(new Date(0));
  });
});

describe('reviewedEvent', () => {
  const data = { full: { output: 'all of it' }, thin: { run_id: 'run_1' } };

  it('goes without values where it is too large', () => {
    const whole = reviewedEvent(HEAD, data, LARGE);
    expect(JSON.parse(whole.body)).toMatchObject({ type: 'run.reviewed', thin: false, data: data.full });
    expect(reviewedEvent(HEAD, data, sizeOf(whole)).body).toBe(whole.body);
    expect(JSON.parse(reviewedEvent(HEAD, data, sizeOf(whole) - 1).body)).toMatchObject({
      thin: true,
      data: data.thin,
    });
  });
});

describe('other events', () => {
  it('have an envelope of their type', () => {
    expect(JSON.parse(appealedEvent(HEAD, { brick: 'solved' }).body)).toEqual({
      ...{ id: 'evt_1', type: 'run.appealed', created_at: AT.toISOString(), api_version: 'v1' },
      ...{ environment: 'live', workspace_id: 'ws_1', thin: false, data: { brick: 'solved' } },
    });
    expect(JSON.parse(testEvent(HEAD, 'wh_1').body)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: 'wh_1', message: 'It works.' },
    });
  });
});
