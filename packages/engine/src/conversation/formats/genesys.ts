/** Genesys Cloud speech and text analytics: `transcripts` of phrases, each marked internal or external. */
import type { Channel } from '../conversation.ts';
import { expectArray, expectRecord, expectText, isRecord } from '../expect-input.ts';
import { earliest, instantOfMs } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import {
  firstRecord,
  joinParts,
  readItems,
  recordsOf,
  secondsOfMs,
  textOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';

const SIDES: Readonly<Record<string, string>> = {
  internal: 'agent',
  agent: 'agent',
  external: 'customer',
  customer: 'customer',
};

/** Purposes of participants who are neither the agent nor the customer. */
const KINDS: Readonly<Record<string, TurnKind>> = {
  ivr: 'bot',
  acd: 'bot',
  workflow: 'bot',
  bot: 'bot',
  botflow: 'bot',
  dialer: 'bot',
  voicemail: 'voicemail',
};

const CHANNELS: Readonly<Record<string, Channel>> = { call: 'call', chat: 'chat', message: 'chat', email: 'email' };

export const genesys: VendorFormat = {
  marks: ['transcripts', 'phrases', 'participantPurpose', 'startTimeMs', 'communicationId', 'conversationId'],
  is(value) {
    const transcript = isRecord(value) ? firstRecord(value.transcripts) : undefined;
    return transcript !== undefined && Array.isArray(transcript.phrases);
  },
  read(value, path) {
    const parts: VendorPart[] = [];
    const conversation = expectRecord(value, path);
    for (const [index, item] of expectArray(conversation.transcripts, `${path}.transcripts`).entries()) {
      const here = `${path}.transcripts[${index}]`;
      const transcript = expectRecord(item, here);
      const begin = beginOf(transcript);
      readItems(transcript.phrases, `${here}.phrases`, (phrase, at) => {
        const purpose = textOf(phrase.participantPurpose);
        const start = typeof phrase.startTimeMs === 'number' ? secondsOfMs(phrase.startTimeMs - begin) : undefined;
        const length = isRecord(phrase.duration) ? secondsOfMs(phrase.duration.milliseconds) : undefined;
        parts.push({
          // With punctuation and capitals, if available.
          text: expectText(textOf(phrase.decoratedText) ?? phrase.text, `${at}.text`),
          speaker: purpose,
          kind: KINDS[purpose?.toLowerCase() ?? ''],
          aliases: [purpose === undefined ? undefined : SIDES[purpose.toLowerCase()]],
          startSeconds: start,
          endSeconds: start === undefined || length === undefined ? undefined : start + length,
        });
        return undefined;
      });
    }
    const starts = recordsOf(conversation.transcripts).map(({ startTime }) => instantOfMs(startTime));
    return joinParts(parts, { channel: CHANNELS[String(conversation.mediaType)], occurredAt: earliest(starts) });
  },
};

/** A later time is a time of day, not a position in a recording (ten years have about as many milliseconds). */
const CLOCK_MS = 300_000_000_000;

/** Phrases have the time of day in milliseconds since 1970; the position in the recording is the difference from its start. */
function beginOf({ startTime, phrases }: Record<string, unknown>): number {
  const first = firstRecord(phrases)?.startTimeMs;
  if (typeof first !== 'number' || first < CLOCK_MS) return 0;
  return typeof startTime === 'number' && startTime > CLOCK_MS && startTime <= first ? startTime : first;
}
