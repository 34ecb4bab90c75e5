/** The example kits and the answers of the local engine to their golden conversations. */
import { readdirSync, readFileSync } from 'node:fs';
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { withLanguage } from '@brickwork/engine/conversation/with-language';
import { answerBricks } from '@brickwork/engine/evaluation/answer-bricks';
import { type AnswerLocally, evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { type NumberedLine, readGolden } from '@brickwork/engine/golden/read-golden';
import { checkKit } from '@brickwork/engine/kits/check-kit';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';
import type { ReadModel } from '@brickwork/engine/reader/reading';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';

const KITS = new URL('../../../../examples/kits/', import.meta.url);

/** Those in English: the others have few conversations, and nobody expects the second reader to be right on all of them. */
export const EXAMPLE_KITS = readdirSync(KITS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => !/^language:/m.test(readFileSync(new URL(`${name}/kit.yaml`, KITS), 'utf8')));

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
    const conversation = await withLanguage(readConversation(asked.kit, asked.input), asked.kit);
    const answers = await answerBricks(engine, asked.kit, { keys, known }, conversation, { read, lexical: new Set() });
    const unread = answers.warnings.find((warning) => warning.startsWith('The reader could not be used'));
    if (unread !== undefined) throw new Error(unread);
    return answers;
  };
  return (await evaluateKit({ local }, { kit, input })).outcomes;
}
