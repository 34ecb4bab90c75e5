/**
 * The answers of an evaluation so far, in a file of JSON lines, so that a stopped evaluation can be resumed. The first line describes the
 * evaluation; a file of a different evaluation is overwritten.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { APPLICABILITIES, brickValue } from '@brickwork/contract/kit';
import { z } from 'zod';

const loggedLine = z.object({
  line: z.number(),
  engine: z.string().optional(),
  error: z.string().optional(),
  answers: z.record(
    z.string(),
    z.object({ value: brickValue, confidence: z.number(), applicability: z.enum(APPLICABILITIES).exactOptional() }),
  ),
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
  // The last line may be truncated if the evaluation was stopped: it does not parse, and its input is evaluated again.
  const done = isSame ? texts.slice(1).flatMap((text) => loggedLine.safeParse(parse(text)).data ?? []) : [];
  // Answers can quote the conversation: only the owner may read the file.
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
