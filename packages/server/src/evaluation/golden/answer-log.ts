/**
 * What an evaluation has answered so far, in a file of JSON lines, so that one that was stopped goes on where it was.
 * The first line says what was being evaluated; a file of something else is begun anew.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { brickValue } from '@brickwork/contract';
import { z } from 'zod';

const loggedLine = z.object({
  line: z.number(),
  engine: z.string().optional(),
  error: z.string().optional(),
  answers: z.record(z.string(), z.object({ value: brickValue, confidence: z.number() })),
});
const header = z.object({ fingerprint: z.string() });

export type LoggedLine = z.infer<typeof loggedLine>;

export interface AnswerLog {
  done: LoggedLine[];
  add(line: LoggedLine): void;
  close(): void;
}

export function openAnswerLog(path: string, fingerprint: string): AnswerLog {
  const texts = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const isSame = header.safeParse(parse(texts[0])).data?.fingerprint === fingerprint;
  // The last line may be cut short by whatever stopped the evaluation: it does not parse and is asked again.
  const done = isSame ? texts.slice(1).flatMap((text) => loggedLine.safeParse(parse(text)).data ?? []) : [];
  // Answers can hold what was said: for the owner's eyes only.
  const file = openSync(path, 'w', 0o600);
  const write = (entry: object) => writeSync(file, `${JSON.stringify(entry)}\n`);
  write({ fingerprint });
  for (const line of done) write(line);
  return { done, add: write, close: () => closeSync(file) };
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
