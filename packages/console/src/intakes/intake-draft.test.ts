import type { IntakeDocument } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { EMPTY_INTAKE, EMPTY_RULE, toDocument, toDraft } from './intake-draft.ts';

const WHOLE: IntakeDocument = {
  description: 'From the phone system.',
  enabled: false,
  auth: {
    type: 'hmac',
    header: 'X-Signature',
    algorithm: 'sha1',
    encoding: 'base64',
    format: 't={timestamp},v1={signature}',
    signed: '{timestamp}.{body}',
    timestamp_header: 'X-Time',
    tolerance_seconds: 60,
  },
  when: "type = 'x'",
  map: {
    input: '{ "transcript": a }',
    external_id: 'id',
    occurred_at: 'at',
    metadata: '{ "b": c }',
    idempotency_key: 'e',
  },
  kits: [
    {
      kit: 'a',
      metadata: { team: ['x', 'y*'], url: ['a=b'] },
      contains: ['one phrase', 'two'],
      when: 'true',
      sample_percent: 0,
    },
    { kit: 'b' },
  ],
};

describe('an intake in the form', () => {
  it('is the same definition again', () => {
    expect(toDocument(toDraft(WHOLE))).toEqual(WHOLE);
    const short: IntakeDocument = { enabled: true, auth: { type: 'token' }, map: { input: '$' }, kits: [{ kit: 'a' }] };
    expect(toDocument(toDraft(short))).toEqual(short);
    const rest: IntakeDocument = {
      ...short,
      preset: 'twilio',
      handshake: 'zoom',
      auth: { type: 'twilio' },
      each: 'calls',
      fetch: [{ as: 'file', url: 'https://example.com/{id}' }],
      keep_days: 3,
    };
    expect(toDocument(toDraft(rest))).toEqual(rest);
  });

  it('leaves out what is empty', () => {
    expect(
      toDocument({ ...EMPTY_INTAKE, externalId: ' ', rules: [{ ...EMPTY_RULE, kit: 'a', contains: ' \n' }] }),
    ).toEqual({
      enabled: true,
      auth: { type: 'token' },
      map: { input: '{ "transcript": transcript }' },
      kits: [{ kit: 'a' }],
    });
  });
});
