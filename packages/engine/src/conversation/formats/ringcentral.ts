/** RingCentral: insights of RingSense (`insights.Transcript`, also as an event), or the result of speech to text (`utterances`) or of the interaction analysis (`utteranceInsights`). Times are seconds. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  byId,
  firstRecord,
  labelOf,
  readItems,
  recordOf,
  secondsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const ringcentral: VendorFormat = {
  marks: ['speakerInfo', 'insights', 'Transcript', 'recordingStartTime', 'utteranceInsights', 'ownerExtensionId'],
  is: (value) => spokenIn(value) !== undefined,
  read(value, path) {
    const record = resultOf(value);
    const speakers = byId(record.speakerInfo, 'speakerId');
    const hasBothSides = new Set([...speakers.values()].map(isColleague)).size === 2;
    return readItems(
      spokenIn(value),
      path,
      (item, here) => {
        const id = labelOf(item.speakerId);
        const speaker = id === undefined ? undefined : speakers.get(id);
        const name = textOf(speaker?.name);
        const side = isColleague(speaker) ? 'agent' : 'customer';
        return {
          text: expectText(item.text, `${here}.text`),
          speaker: name ?? id,
          ...(hasBothSides && speaker !== undefined && { side, aliases: [side] }),
          startSeconds: secondsOf(item.start),
          endSeconds: secondsOf(item.end),
          name,
        };
      },
      { channel: 'call', occurredAt: instantOf(record.recordingStartTime) },
    );
  },
};

/** An event has it in `body`, an asynchronous job in `response`. */
function resultOf(value: unknown): Record<string, unknown> {
  const outer = recordOf(value);
  return [outer.body, outer.response].find(isRecord) ?? outer;
}

function spokenIn(value: unknown): unknown[] | undefined {
  const result = resultOf(value);
  const lists = [recordOf(result.insights).Transcript, result.utteranceInsights, result.utterances];
  return lists.filter(Array.isArray).find((list) => {
    const first = firstRecord(list);
    return first !== undefined && 'speakerId' in first && 'start' in first && !('speaker' in first);
  });
}

/** Only people of the account have an extension. */
function isColleague(speaker: Record<string, unknown> | undefined): boolean {
  return labelOf(speaker?.extensionId) !== undefined;
}
