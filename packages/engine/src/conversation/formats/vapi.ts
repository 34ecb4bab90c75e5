/** Vapi: the call, the report at its end (`message.artifact`), or its messages alone. Tool calls and the instructions are not speech. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  endOf,
  firstRecord,
  readItems,
  recordOf,
  recordsOf,
  secondsOf,
  secondsOfMs,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

const SPEAKING = new Set(['bot', 'assistant', 'agent', 'user', 'customer']);
const BOTS = new Set(['bot', 'assistant']);

export const vapi: VendorFormat = {
  marks: ['artifact', 'secondsFromStart', 'endOfCallReport', 'messagesOpenAIFormatted', 'endedReason'],
  is: (value) => messagesOf(value) !== undefined,
  read: (value, path) =>
    readItems(
      messagesOf(value),
      path,
      (item, here) => {
        const role = textOf(item.role) ?? '';
        if (!SPEAKING.has(role)) return { text: writtenBy(item), speaker: role, kind: 'system' };
        const start = secondsOf(item.secondsFromStart);
        return {
          text: expectText(item.message, `${here}.message`),
          speaker: role,
          kind: BOTS.has(role) ? 'bot' : undefined,
          startSeconds: start,
          endSeconds: endOf(start, secondsOfMs(item.duration)),
        };
      },
      {
        channel: 'call',
        occurredAt: instantOf(reportOf(value).startedAt) ?? instantOf(recordOf(reportOf(value).call).startedAt),
      },
    ),
};

function reportOf(value: unknown): Record<string, unknown> {
  return isRecord(value) && isRecord(value.message) ? value.message : recordOf(value);
}

function messagesOf(value: unknown): unknown[] | undefined {
  const report = isRecord(value) ? reportOf(value) : value;
  const artifact = isRecord(report) && isRecord(report.artifact) ? report.artifact : report;
  const list = isRecord(artifact) ? artifact.messages : artifact;
  const first = firstRecord(list);
  const isSpoken = first !== undefined && 'role' in first && 'secondsFromStart' in first;
  return isSpoken && Array.isArray(list) ? list : undefined;
}

/** The instructions, the result of a tool, or the names of the tools that were called. */
function writtenBy(item: Record<string, unknown>): string {
  const calls = recordsOf(item.toolCalls).flatMap((call) => textOf(recordOf(call.function).name) ?? []);
  return textOf(item.message) ?? textOf(item.result) ?? textOf(item.content) ?? calls.join(', ');
}
