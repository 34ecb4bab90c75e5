/** Calls of voice agents: Vapi, Retell and ElevenLabs. Tool calls and system messages are not speech. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { firstRecord, readItems, secondsOf, secondsOfMs, textOf, type VendorFormat } from './vendor-format.ts';

const SPEAKING = new Set(['bot', 'assistant', 'agent', 'user', 'customer']);

export const vapi: VendorFormat = {
  marks: ['artifact', 'secondsFromStart', 'endOfCallReport', 'messagesOpenAIFormatted', 'endedReason'],
  is: (value) => vapiMessages(value) !== undefined,
  read: (value, path) =>
    readItems(vapiMessages(value), path, (item, here) => {
      const role = textOf(item.role) ?? '';
      if (!SPEAKING.has(role)) return undefined;
      const start = secondsOf(item.secondsFromStart);
      const length = secondsOfMs(item.duration);
      return {
        text: expectText(item.message, `${here}.message`),
        speaker: role,
        startSeconds: start,
        endSeconds: start === undefined || length === undefined ? undefined : start + length,
      };
    }),
};

/** The call, the report at its end (`message.artifact`), or its messages alone. */
function vapiMessages(value: unknown): unknown[] | undefined {
  const report = isRecord(value) && isRecord(value.message) ? value.message : value;
  const artifact = isRecord(report) && isRecord(report.artifact) ? report.artifact : report;
  const list = isRecord(artifact) ? artifact.messages : artifact;
  const first = firstRecord(list);
  const isSpoken = first !== undefined && 'role' in first && 'secondsFromStart' in first;
  return isSpoken && Array.isArray(list) ? list : undefined;
}

export const retell: VendorFormat = {
  marks: ['transcript_object', 'transcript_with_tool_calls', 'call_status', 'disconnection_reason'],
  is: (value) => isRecord(callOf(value)) && Array.isArray(callOf(value)?.transcript_object),
  read(value, path) {
    const call = expectRecord(callOf(value), path);
    return readItems(call.transcript_object, `${path}.transcript_object`, (item, here) => {
      const words = Array.isArray(item.words) ? item.words.filter(isRecord) : [];
      return {
        text: expectText(item.content, `${here}.content`),
        speaker: textOf(item.role),
        startSeconds: secondsOf(words[0]?.start),
        endSeconds: secondsOf(words.at(-1)?.end),
      };
    });
  },
};

/** A webhook wraps the call. */
function callOf(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  return isRecord(value.call) ? value.call : value;
}

export const elevenlabs: VendorFormat = {
  marks: ['time_in_call_secs', 'agent_id', 'tool_calls', 'tool_results'],
  is: (value) => elevenlabsTurns(value) !== undefined,
  read: (value, path) =>
    readItems(elevenlabsTurns(value), path, (item, here) =>
      item.message === undefined || item.message === null
        ? undefined
        : {
            text: expectText(item.message, `${here}.message`),
            speaker: textOf(item.role),
            startSeconds: secondsOf(item.time_in_call_secs),
          },
    ),
};

function elevenlabsTurns(value: unknown): unknown[] | undefined {
  const call = isRecord(value) && isRecord(value.data) ? value.data : value;
  const list = isRecord(call) ? call.transcript : undefined;
  const first = firstRecord(list);
  const isTurn = first !== undefined && 'role' in first && 'time_in_call_secs' in first;
  return isTurn && Array.isArray(list) ? list : undefined;
}
