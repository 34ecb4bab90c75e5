/**
 * Which reads the audit log records. A person is anybody signed in to the console: every conversation they open is recorded, even if they only see quotes. A
 * program with a key is recorded when it requests the conversation itself; the answers that it polls for are its own work, thousands of times a minute, and they stay readable while only a standby is left.
 *
 * Exports leave an entry each, reads at most one an hour for each reader and conversation.
 */
import type { AuditAction, Endpoint } from '@brickwork/contract';
import type { AuditTarget } from '../access/audit/audit-entry.ts';
import type { Principal } from '../access/principal.ts';

export interface ReadCall {
  principal: Principal;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
}

export interface AuditedRead {
  action: AuditAction;
  target: AuditTarget;
  /** One entry for each, instead of one an hour. */
  isEach?: boolean;
  details?: Record<string, unknown>;
}

type Describe = (call: ReadCall) => AuditedRead | undefined;

const READS: Readonly<Record<string, Describe>> = {
  getRun: ({ principal, params, query }) => {
    const include = listOf(query.include);
    const isWhole = include.includes('input') || include.includes('conversation');
    if (principal.isSession !== true && !isWhole) return undefined;
    return {
      action: 'conversation.read',
      target: { type: 'run', id: params.runId ?? '' },
      details: { read: isWhole ? 'conversation' : 'quotes' },
    };
  },
  getEvent: ({ principal, params }) => quotesOf(principal, { type: 'event', id: params.eventId ?? '' }),
  listEvents: ({ principal }) => quotesOf(principal, { type: 'events', id: 'list' }),
  getQuestion: ({ principal, params }) => quotesOf(principal, { type: 'question', id: params.questionId ?? '' }),
  streamQuestion: ({ principal, params }) => quotesOf(principal, { type: 'question', id: params.questionId ?? '' }),
  listCallsToJudge: ({ principal, params }) => quotesOf(principal, { type: 'question', id: params.questionId ?? '' }),
  playRecording: ({ params }) => ({
    action: 'recording.played',
    target: { type: 'recording', id: params.recordingId ?? '' },
  }),
  getRecording: ({ params, query }) =>
    query.include === undefined
      ? undefined
      : {
          action: 'conversation.read',
          target: { type: 'recording', id: params.recordingId ?? '' },
          details: { read: 'conversation' },
        },
  getIntakePayload: ({ params }) => ({
    action: 'conversation.read',
    target: { type: 'intake_delivery', id: params.deliveryId ?? '' },
    details: { read: 'conversation' },
  }),
  getGoldenSet: ({ params }) => ({
    action: 'golden_set.read',
    target: { type: 'golden_set', id: `${params.kitId}/${params.name}` },
  }),
  exportRuns: ({ query }) => ({
    action: 'runs.exported',
    target: { type: 'runs', id: 'export' },
    isEach: true,
    details: { query: filterOf(query) },
  }),
  exportReviews: ({ query }) => ({
    action: 'reviews.exported',
    target: { type: 'reviews', id: 'export' },
    isEach: true,
    details: { query: filterOf(query) },
  }),
  streamWarehouseRuns: ({ query }) => ({
    action: 'warehouse.exported',
    target: { type: 'runs', id: 'warehouse' },
    details: { masked: query.mask === true },
  }),
  exportAudit: ({ query }) => ({
    action: 'audit.exported',
    target: { type: 'audit', id: 'export' },
    isEach: true,
    details: { query: filterOf(query) },
  }),
};

/** Events and answers to questions quote conversations. */
function quotesOf({ isSession }: Principal, target: AuditTarget): AuditedRead | undefined {
  return isSession === true ? { action: 'conversation.read', target, details: { read: 'quotes' } } : undefined;
}

export function auditedRead({ id }: Endpoint, call: ReadCall): AuditedRead | undefined {
  return READS[id]?.(call);
}

/** Search words may be words of a conversation, and so may values of answers: only the fact that they were given is recorded. */
function filterOf(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, name === 'q' || name.startsWith('answer.') ? '(given)' : shorten(value)]),
  );
}

function shorten(value: unknown): unknown {
  return typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
