/** The example kits and the answers of the local engine to their golden conversations. */
import { readdirSync, readFileSync } from 'node:fs';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { answerBricks } from '../../src/evaluation/answer-bricks.ts';
import type { BrickOutcome } from '../../src/evaluation/brick-outcome.ts';
import { type AnswerLocally, evaluateKit } from '../../src/evaluation/evaluate-kit.ts';
import { type NumberedLine, readGolden } from '../../src/evaluation/golden/read-golden.ts';
import type { ReadModel } from '../../src/evaluation/reader/reading.ts';
import { createReadingEngine } from '../../src/evaluation/reader/reading-engine.ts';
import { checkKit } from '../../src/kits/check-kit.ts';
import type { Kit } from '../../src/kits/normalise-kit.ts';
import { parseKitFile } from '../../src/kits/parse-kit-file.ts';

const KITS = new URL('../../../../examples/kits/', import.meta.url);

export const EXAMPLE_KITS = readdirSync(KITS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export interface ExampleKit {
  kit: Kit;
  golden: NumberedLine[];
}

export async function readExample(name: string): Promise<ExampleKit> {
  const parsed = parseKitFile(readFileSync(new URL(`${name}/kit.yaml`, KITS), 'utf8'));
  const checked = 'faults' in parsed ? parsed : checkKit(parsed.value, parsed.lineOf);
  if (!('kit' in checked)) throw new Error(`${name} is not a valid kit`);
  const { kit } = checked;
  return { kit, golden: await readGolden(kit, new URL(`${name}/golden.jsonl`, KITS).pathname) };
}

const engine = createReadingEngine();

/** Answers from words alone would not be those of the reader: they are an error here. */
export async function answersOf(
  read: ReadModel,
  kit: Kit,
  { input }: Pick<NumberedLine, 'input'>,
): Promise<BrickOutcome[]> {
  const local: AnswerLocally = async ({ keys, known, ...asked }) => {
    const conversation = readConversation(asked.kit, asked.input);
    const answers = await answerBricks(engine, asked.kit, { keys, known }, conversation, { read, lexical: new Set() });
    const unread = answers.warnings.find((warning) => warning.startsWith('The reader could not be used'));
    if (unread !== undefined) throw new Error(unread);
    return answers;
  };
  return (await evaluateKit({ local }, { kit, input })).outcomes;
}
