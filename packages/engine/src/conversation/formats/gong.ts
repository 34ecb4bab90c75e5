/** Gong: `POST /v2/calls/transcript`, with the `parties` of `POST /v2/calls/extensive` beside it for names and sides. */
import { expectArray, expectRecord, expectText, isRecord } from '../expect-input.ts';
import {
  firstRecord,
  joinParts,
  labelOf,
  secondsOfMs,
  textOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';

const SIDES: Readonly<Record<string, string>> = { internal: 'agent', external: 'customer' };

export const gong: VendorFormat = {
  marks: ['callTranscripts', 'speakerId', 'sentences', 'affiliation', 'parties'],
  is: (value) =>
    isRecord(value) && (Array.isArray(value.callTranscripts) || isMonologue(firstRecord(value.transcript))),
  read(value, path) {
    const call = expectRecord(value, path);
    const parties = partiesOf(call);
    const calls = Array.isArray(call.callTranscripts)
      ? call.callTranscripts.map((item, index) => ({ item, at: `${path}.callTranscripts[${index}]` }))
      : [{ item: call, at: path }];
    return joinParts(
      calls.flatMap(({ item, at }) =>
        expectArray(expectRecord(item, at).transcript, `${at}.transcript`).flatMap((monologue, index) =>
          readMonologue(monologue, `${at}.transcript[${index}]`, parties),
        ),
      ),
    );
  },
};

function isMonologue(value: Record<string, unknown> | undefined): boolean {
  return value !== undefined && 'speakerId' in value && Array.isArray(value.sentences);
}

function readMonologue(
  value: unknown,
  path: string,
  parties: ReadonlyMap<string, Record<string, unknown>>,
): VendorPart[] {
  const monologue = expectRecord(value, path);
  const id = labelOf(monologue.speakerId);
  const party = id === undefined ? undefined : parties.get(id);
  const side = SIDES[String(party?.affiliation).toLowerCase()];
  const sentences = expectArray(monologue.sentences, `${path}.sentences`).map((item, index) => {
    const here = `${path}.sentences[${index}]`;
    const sentence = expectRecord(item, here);
    return { text: expectText(sentence.text, `${here}.text`), start: sentence.start, end: sentence.end };
  });
  if (sentences.length === 0) return [];
  return [
    {
      text: sentences.map(({ text }) => text).join(' '),
      speaker: textOf(party?.name) ?? textOf(party?.emailAddress) ?? id,
      aliases: [side, textOf(party?.emailAddress)],
      startSeconds: secondsOfMs(sentences[0]?.start),
      endSeconds: secondsOfMs(sentences.at(-1)?.end),
    },
  ];
}

/** Beside the transcript, or inside of `calls` as the other endpoint returns them. */
function partiesOf(call: Record<string, unknown>): Map<string, Record<string, unknown>> {
  const calls = Array.isArray(call.calls) ? call.calls.filter(isRecord) : [];
  const parties = [call, ...calls].flatMap((owner) =>
    Array.isArray(owner.parties) ? owner.parties.filter(isRecord) : [],
  );
  return new Map(
    parties.flatMap((party) => {
      const id = labelOf(party.speakerId);
      return id === undefined ? [] : [[id, party]];
    }),
  );
}
