/** Genesys Cloud speech and text analytics: `transcripts` of phrases, each of the inside or the outside. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import {
  firstRecord,
  joinParts,
  readItems,
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

export const genesys: VendorFormat = {
  marks: ['transcripts', 'phrases', 'participantPurpose', 'startTimeMs', 'communicationId', 'conversationId'],
  is(value) {
    const transcript = isRecord(value) ? firstRecord(value.transcripts) : undefined;
    return transcript !== undefined && Array.isArray(transcript.phrases);
  },
  read(value, path) {
    const parts: VendorPart[] = [];
    const conversation = expectRecord(value, path);
    for (const [index, item] of (conversation.transcripts as unknown[]).entries()) {
      const here = `${path}.transcripts[${index}]`;
      readItems(expectRecord(item, here).phrases, `${here}.phrases`, (phrase, at) => {
        const purpose = textOf(phrase.participantPurpose);
        const start = secondsOfMs(phrase.startTimeMs);
        const length = isRecord(phrase.duration) ? secondsOfMs(phrase.duration.milliseconds) : undefined;
        parts.push({
          text: expectText(phrase.text, `${at}.text`),
          speaker: purpose,
          aliases: [purpose === undefined ? undefined : SIDES[purpose.toLowerCase()]],
          startSeconds: start,
          endSeconds: start === undefined || length === undefined ? undefined : start + length,
        });
        return undefined;
      });
    }
    return joinParts(parts);
  },
};
