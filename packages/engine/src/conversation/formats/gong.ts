/** Gong: `POST /v2/calls/transcript`, with the `parties` of `POST /v2/calls/extensive` added for names and sides. One call at a time. */
import type { Person } from '../conversation.ts';
import { expectArray, expectRecord, expectText, inputFault, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  firstRecord,
  joinParts,
  labelOf,
  recordOf,
  recordsOf,
  secondsOfMs,
  textOf,
  type VendorFormat,
  type VendorPart,
} from './vendor-format.ts';

const SIDES: Readonly<Record<string, 'agent' | 'customer'>> = { internal: 'agent', external: 'customer' };

export const gong: VendorFormat = {
  marks: ['callTranscripts', 'speakerId', 'sentences', 'affiliation', 'parties'],
  is: (value) =>
    isRecord(value) && (Array.isArray(value.callTranscripts) || isMonologue(firstRecord(value.transcript))),
  read(value, path) {
    const answer = expectRecord(value, path);
    const calls = Array.isArray(answer.callTranscripts) ? answer.callTranscripts : [answer];
    if (calls.length > 1) {
      throw inputFault(
        `${path}.callTranscripts`,
        `holds ${calls.length} calls, and a run reads one: send each in a run of its own, such as jq '{callTranscripts: [.callTranscripts[0]]}'`,
      );
    }
    const at = Array.isArray(answer.callTranscripts) ? `${path}.callTranscripts[0]` : path;
    const call = expectRecord(calls[0], at);
    const owners = ownersOf(answer, call);
    const parties = new Map(
      owners.flatMap((owner) => recordsOf(owner.parties)).map((party) => [labelOf(party.speakerId) ?? '', party]),
    );
    const monologues = expectArray(call.transcript, `${at}.transcript`);
    return joinParts(
      monologues.flatMap((monologue, index) => readMonologue(monologue, `${at}.transcript[${index}]`, parties)),
      {
        channel: 'call',
        occurredAt: owners
          .map((owner) => instantOf(recordOf(owner.metaData).started))
          .find((found) => found !== undefined),
        people: owners.flatMap((owner) => recordsOf(owner.parties)).map(personOf),
      },
    );
  },
};

/** Where parties and the start may be: next to the transcript, in the call itself, or in `calls`, as returned by the other endpoint. */
function ownersOf(answer: Record<string, unknown>, call: Record<string, unknown>): Record<string, unknown>[] {
  const id = labelOf(call.callId);
  const others = recordsOf(answer.calls);
  const same = others.filter(({ metaData }) => labelOf(recordOf(metaData).id) === id);
  return [answer, ...(call === answer ? [] : [call]), ...(same.length > 0 ? same : others)];
}

function isMonologue(value: Record<string, unknown> | undefined): boolean {
  return value !== undefined && 'speakerId' in value && Array.isArray(value.sentences);
}

function personOf(party: Record<string, unknown>): Person {
  const speaker = speakerOf(party, labelOf(party.speakerId));
  const [name, email] = [textOf(party.name), textOf(party.emailAddress)];
  const side = SIDES[String(party.affiliation).toLowerCase()];
  return {
    ...(speaker !== undefined && { speaker }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(side !== undefined && { side }),
  };
}

function speakerOf(party: Record<string, unknown> | undefined, id: string | undefined): string | undefined {
  return textOf(party?.name) ?? textOf(party?.emailAddress) ?? id;
}

function readMonologue(
  value: unknown,
  path: string,
  parties: ReadonlyMap<string, Record<string, unknown>>,
): VendorPart[] {
  const monologue = expectRecord(value, path);
  const id = labelOf(monologue.speakerId);
  const party = id === undefined ? undefined : parties.get(id);
  const sentences = expectArray(monologue.sentences, `${path}.sentences`).map((item, index) => {
    const here = `${path}.sentences[${index}]`;
    const sentence = expectRecord(item, here);
    return { text: expectText(sentence.text, `${here}.text`), start: sentence.start, end: sentence.end };
  });
  if (sentences.length === 0) return [];
  return [
    {
      text: sentences.map(({ text }) => text).join(' '),
      speaker: speakerOf(party, id),
      aliases: [SIDES[String(party?.affiliation).toLowerCase()], textOf(party?.emailAddress)],
      startSeconds: secondsOfMs(sentences[0]?.start),
      endSeconds: secondsOfMs(sentences.at(-1)?.end),
    },
  ];
}
