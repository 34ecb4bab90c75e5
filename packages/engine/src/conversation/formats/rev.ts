/** Rev and Rev AI: monologues of elements; `text` elements are words and `punct` elements are the characters between them. */
import { expectArray, expectRecord, expectText, isRecord } from '../expect-input.ts';
import { firstRecord, labelOf, readItems, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const rev: VendorFormat = {
  marks: ['monologues', 'elements', 'end_ts', 'punct'],
  is: (value) => isRecord(value) && Array.isArray(firstRecord(value.monologues)?.elements),
  read(value, path) {
    const transcript = expectRecord(value, path);
    const names = namesOf(transcript.speakers);
    return readItems(transcript.monologues, `${path}.monologues`, (monologue, here) => {
      const elements = expectArray(monologue.elements, `${here}.elements`).map((item, index) =>
        expectRecord(item, `${here}.elements[${index}]`),
      );
      const timed = elements.filter((element) => 'ts' in element);
      const id = labelOf(monologue.speaker);
      return {
        text: elements.map((element, index) => expectText(element.value, `${here}.elements[${index}].value`)).join(''),
        speaker: (id === undefined ? undefined : names.get(id)) ?? textOf(monologue.speaker_name) ?? id,
        startSeconds: secondsOf(timed[0]?.ts),
        endSeconds: secondsOf(timed.at(-1)?.end_ts),
      };
    });
  },
};

/** The transcript editor lists `speakers` with `{ id, name }`. */
function namesOf(value: unknown): Map<string, string> {
  const speakers = Array.isArray(value) ? value.filter(isRecord) : [];
  return new Map(
    speakers.flatMap((speaker) => {
      const id = labelOf(speaker.id);
      const name = textOf(speaker.name);
      return id === undefined || name === undefined ? [] : [[id, name]];
    }),
  );
}
