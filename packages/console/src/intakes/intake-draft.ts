/** State of the intake form: texts as typed. Empty fields are left out of the definition. */
import type { IntakeDocument, IntakeRule } from '@brickwork/client';

export interface RuleDraft {
  kit: string;
  /** `team = support, billing*`, one pair a line. */
  metadata: string;
  /** One phrase a line. */
  contains: string;
  when: string;
  sample: string;
}

export interface IntakeDraft {
  description: string;
  isEnabled: boolean;
  /** `other`: any other kind of `auth`, which the form leaves as it is. */
  check: 'token' | 'hmac' | 'other';
  auth: IntakeDocument['auth'] | undefined;
  /** Fields that the form does not edit. */
  rest: Pick<IntakeDocument, 'preset' | 'handshake' | 'each' | 'fetch' | 'recording' | 'keep_days'>;
  header: string;
  algorithm: 'sha256' | 'sha512' | 'sha1';
  encoding: 'hex' | 'base64';
  format: string;
  signed: string;
  timestampHeader: string;
  toleranceSeconds: string;
  when: string;
  input: string;
  externalId: string;
  occurredAt: string;
  metadata: string;
  idempotencyKey: string;
  rules: RuleDraft[];
}

export const EMPTY_RULE: RuleDraft = { kit: '', metadata: '', contains: '', when: '', sample: '' };

export const EMPTY_INTAKE: IntakeDraft = {
  description: '',
  isEnabled: true,
  check: 'token',
  auth: undefined,
  rest: {},
  header: '',
  algorithm: 'sha256',
  encoding: 'hex',
  format: '{signature}',
  signed: '{body}',
  timestampHeader: '',
  toleranceSeconds: '300',
  when: '',
  input: '{ "transcript": transcript }',
  externalId: 'id',
  occurredAt: '',
  metadata: '',
  idempotencyKey: '',
  rules: [EMPTY_RULE],
};

export function toDraft({ description, enabled, auth, when, map, kits, ...rest }: IntakeDocument): IntakeDraft {
  return {
    ...EMPTY_INTAKE,
    description: description ?? '',
    isEnabled: enabled ?? true,
    check: auth.type === 'token' || auth.type === 'hmac' ? auth.type : 'other',
    auth,
    rest,
    ...((auth.type === 'token' || auth.type === 'hmac') && { header: auth.header ?? '' }),
    ...(auth.type === 'hmac' && {
      algorithm: auth.algorithm ?? 'sha256',
      encoding: auth.encoding ?? 'hex',
      format: auth.format ?? '{signature}',
      signed: auth.signed ?? '{body}',
      timestampHeader: auth.timestamp_header ?? '',
      toleranceSeconds: String(auth.tolerance_seconds ?? 300),
    }),
    when: when ?? '',
    input: map.input ?? '',
    externalId: map.external_id ?? '',
    occurredAt: map.occurred_at ?? '',
    metadata: map.metadata ?? '',
    idempotencyKey: map.idempotency_key ?? '',
    rules: kits.map(toRuleDraft),
  };
}

function toRuleDraft({ kit, metadata = {}, contains = [], when = '', sample_percent: sample }: IntakeRule): RuleDraft {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} = ${[value].flat().join(', ')}`);
  return { kit, metadata: pairs.join('\n'), contains: contains.join('\n'), when, sample: sample?.toString() ?? '' };
}

export function toDocument(draft: IntakeDraft): IntakeDocument {
  const { description, isEnabled, rest, when, input, externalId, occurredAt, metadata, idempotencyKey, rules } = draft;
  return {
    ...(description.trim() !== '' && { description: description.trim() }),
    enabled: isEnabled,
    ...rest,
    auth: toAuth(draft),
    ...(when.trim() !== '' && { when: when.trim() }),
    map: {
      ...(input.trim() !== '' && { input: input.trim() }),
      ...(externalId.trim() !== '' && { external_id: externalId.trim() }),
      ...(occurredAt.trim() !== '' && { occurred_at: occurredAt.trim() }),
      ...(metadata.trim() !== '' && { metadata: metadata.trim() }),
      ...(idempotencyKey.trim() !== '' && { idempotency_key: idempotencyKey.trim() }),
    },
    kits: rules.map(toRule),
  };
}

function toAuth(draft: IntakeDraft): IntakeDocument['auth'] {
  if (draft.check === 'other' && draft.auth !== undefined) return draft.auth;
  const header = draft.header.trim();
  if (draft.check !== 'hmac') return { type: 'token', ...(header !== '' && { header }) };
  const timestampHeader = draft.timestampHeader.trim();
  return {
    type: 'hmac',
    header,
    algorithm: draft.algorithm,
    encoding: draft.encoding,
    format: draft.format,
    signed: draft.signed,
    ...(timestampHeader !== '' && { timestamp_header: timestampHeader }),
    tolerance_seconds: Number(draft.toleranceSeconds),
  };
}

function toRule({ kit, metadata, contains, when, sample }: RuleDraft): IntakeRule {
  const phrases = linesOf(contains);
  const pairs = linesOf(metadata).map((line): [string, string[]] => {
    const [key = '', ...values] = line.split('=');
    return [
      key.trim(),
      values
        .join('=')
        .split(',')
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    ];
  });
  return {
    kit,
    ...(pairs.length > 0 && { metadata: Object.fromEntries(pairs) }),
    ...(phrases.length > 0 && { contains: phrases }),
    ...(when.trim() !== '' && { when: when.trim() }),
    ...(sample.trim() !== '' && { sample_percent: Number(sample) }),
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
