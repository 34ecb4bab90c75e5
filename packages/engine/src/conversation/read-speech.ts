/** `[{ speaker?, side?, start, end }]` in seconds: when each side spoke, detected in the audio of a recording with one channel per side. */
import type { Side, Speech } from './conversation.ts';
import { expectArray, expectOrder, expectRecord, inputFault, optionalLabel, optionalSeconds } from './expect-input.ts';

/** A working day of two people who take a breath each second. */
const MOST = 100_000;

export function readSpeech(
  value: unknown,
  path: string,
  sideOf: (side: unknown, path: string) => Side | undefined,
): Speech[] {
  if (value === undefined || value === null) return [];
  const items = expectArray(value, path);
  if (items.length > MOST) throw inputFault(path, `must have at most ${MOST} items`);
  const speech = items.map((item, index): Speech => {
    const here = `${path}[${index}]`;
    const span = expectRecord(item, here);
    const speaker = optionalLabel(span.speaker, `${here}.speaker`);
    const side = sideOf(span.side, `${here}.side`);
    const times = {
      startSeconds: requiredSeconds(span.start, `${here}.start`),
      endSeconds: requiredSeconds(span.end, `${here}.end`),
    };
    expectOrder(times, here);
    return { ...(speaker !== undefined && { speaker }), ...(side !== undefined && { side }), ...times };
  });
  return speech.sort((left, right) => left.startSeconds - right.startSeconds);
}

function requiredSeconds(value: unknown, path: string): number {
  const seconds = optionalSeconds(value, path);
  if (seconds === undefined) throw inputFault(path, 'is required');
  return seconds;
}
