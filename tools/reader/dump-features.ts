/**
 * What the service's own runtime measures about labelled conversations, one JSON line per question: the input of
 * `calibrate.py`.
 *
 *   node tools/reader/dump-features.ts [--most N] FILE.conv… KIT.kit.yaml… > features.jsonl
 *
 * A kit stands for the golden set beside it, of which at most N conversations are read, spread over the file.
 */
import { parseArgs } from 'node:util';
import { createLexicalReader } from '@brickwork/server/evaluation/local/lexical-reader';
import { askBrick } from '@brickwork/server/evaluation/reader/ask-brick';
import { bestSpans } from '@brickwork/server/evaluation/reader/best-spans';
import { openModel } from '@brickwork/server/evaluation/reader/open-model';
import { firstNumber } from '@brickwork/server/evaluation/reader/parse-number';
import { type BrickReading, readBricks } from '@brickwork/server/evaluation/reader/read-bricks';
import { READER_FILES } from '@brickwork/server/evaluation/reader/reader-files';
import { createTokenizer } from '@brickwork/server/evaluation/reader/tokenizer';
import { readConvFile } from './read-conv-file.ts';
import { readGoldenFile } from './read-golden-file.ts';

const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '40' } },
});
if (files.length === 0) {
  console.error('Usage: node tools/reader/dump-features.ts [--most N] FILE.conv… KIT.kit.yaml…');
  process.exit(2);
}
/** The best places of a window: enough to see the nearest rival. */
const SPANS = 12;
const read = await openModel(READER_FILES);
const tokenize = createTokenizer(new URL('vocabulary.txt', READER_FILES));

for (const file of files) {
  const labelled = file.endsWith('.conv') ? readConvFile(file) : await readGoldenFile(file, Number(flags.most));
  for (const { id, conversation, bricks } of labelled) {
    const lexical = createLexicalReader(conversation);
    const asked = bricks.flatMap((label) => {
      const question = askBrick(label.brick);
      return question === undefined ? [] : [{ ...label, question }];
    });
    const { readings, windows } = await readBricks(
      read,
      tokenize,
      conversation,
      asked.map(({ question }) => question),
    );
    for (const [at, reading] of readings.entries()) {
      const label = asked[at];
      if (label === undefined) continue;
      const { outcome, scores } = lexical.answer(label.brick);
      const words = { value: outcome.value, confidence: outcome.confidence, basis: outcome.basis, scores };
      const { kind, expected, question, brick } = label;
      const pairs = reading.pairs.map((pair) => pairOf(reading, pair, conversation.text));
      const options = 'options' in question ? question.options.map(({ value }) => value) : undefined;
      console.log(
        JSON.stringify({
          file,
          id,
          key: brick.key,
          kind,
          question: brick.question,
          expected,
          as: question.as,
          windows,
          words: conversation.text.split(/\s+/).length,
          options,
          pairs,
          lexical: words,
        }),
      );
    }
  }
}

type Pair = BrickReading['pairs'][number];

function pairOf({ asked }: BrickReading, pair: Pair, text: string): Record<string, unknown> {
  const { window, likeness, verdict, undecided, options, none } = pair;
  const common = { window, likeness };
  if (asked.kind === 'verdict') return { ...common, verdict };
  if (asked.kind === 'choice') return { ...common, undecided, options };
  const spans = bestSpans(pair, 'answer').slice(0, SPANS);
  const said = spans.map((span) => ({ ...span, text: text.slice(span.start, span.end) }));
  return { ...common, none, spans: said.map((span) => ({ ...span, number: firstNumber(span.text) ?? null })) };
}
