/** Replays stored readings as a model: asking again about the same conversation costs no time. */
import type { BrickReading } from '../read-bricks.ts';
import { encodeAsked } from '../read-bricks.ts';
import type { Reader } from '../readers.ts';
import type { ReadModel } from '../reading.ts';

const nameOf = (ids: readonly number[]) => ids.join(' ');

export function replayOf(reader: Reader, readings: readonly BrickReading[]): ReadModel {
  const known = new Map(readings.map(({ asked, pairs }) => [nameOf(encodeAsked(reader, asked).ids), pairs]));
  return async ({ windows, questions }) => {
    const positions = new Map(windows.map((ids, at) => [nameOf(ids), at]));
    return questions.map(({ ids }) =>
      (known.get(nameOf(ids)) ?? []).flatMap(({ source, ...pair }) => {
        const window = positions.get(nameOf(source.ids));
        return window === undefined ? [] : [{ ...pair, window }];
      }),
    );
  };
}
