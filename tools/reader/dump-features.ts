/**
 * What the service's own runtime measures about labelled conversations, one JSON line per question: the input of
 * `calibrate.py`.
 *
 *   node tools/reader/dump-features.ts [--most N] [--language CODE] FILE.conv… KIT.kit.yaml… > features.jsonl
 *
 * Each conversation is read by the reader of its language; `--language` settles it where its words do not tell.
 * A kit stands for the golden set beside it, of which at most N conversations are read, spread over the file.
 */
import { parseArgs } from 'node:util';
import { rangeOf } from '@brickwork/engine/bricks/numeric/scale';
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { withLanguage } from '@brickwork/engine/conversation/with-language';
import { askBrick } from '@brickwork/engine/reader/ask-brick';
import { numberFeatures, spanFeatures } from '@brickwork/engine/reader/features';
import { numberScores } from '@brickwork/engine/reader/number-scores';
import { openReaders } from '@brickwork/engine/reader/open-readers';
import { type BrickReading, readBricks } from '@brickwork/engine/reader/read-bricks';
import { ENGLISH_READER, readerOf } from '@brickwork/engine/reader/readers';
import { answerByWords } from '@brickwork/engine/reader/reading-engine';
import { spanScores } from '@brickwork/engine/reader/scores';
import { createLexicalReader } from '@brickwork/engine/words/lexical-reader';
import { readConvFile } from './read-conv-file.ts';
import { readGoldenFile } from './read-golden-file.ts';

const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '40' }, language: { type: 'string' } },
});
if (files.length === 0) {
  console.error('Usage: node tools/reader/dump-features.ts [--most N] [--language CODE] FILE.conv… KIT.kit.yaml…');
  process.exit(2);
}
const read = openReaders();

for (const file of files) {
  const labelled = file.endsWith('.conv') ? readConvFile(file) : await readGoldenFile(file, Number(flags.most));
  for (const { id, conversation: said, bricks } of labelled) {
    const conversation = await withLanguage(said, {}, flags.language);
    const reader = readerOf(conversation) ?? ENGLISH_READER;
    const lexical = createLexicalReader(conversation);
    const asked = bricks.flatMap((label) => {
      const question = askBrick(label.brick);
      return question === undefined ? [] : [{ ...label, question }];
    });
    const { readings, looked } = await readBricks(
      read,
      reader,
      conversation,
      asked.map(({ question }) => question),
    );
    for (const [at, reading] of readings.entries()) {
      const label = asked[at];
      if (label === undefined) continue;
      const { outcome, scores } = answerByWords(lexical, reader, label.brick);
      const words = { value: outcome.value, confidence: outcome.confidence, basis: outcome.basis, scores };
      const { kind, expected, question, brick } = label;
      const pairs = reading.pairs.map((pair) => pairOf(reading, pair));
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
          windows: looked,
          words: conversation.text.split(/\s+/).length,
          options,
          pairs,
          found: foundIn(reading, conversation),
          lexical: words,
        }),
      );
    }
  }
}

type Pair = BrickReading['pairs'][number];

function pairOf(
  { asked }: BrickReading,
  { window, likeness, verdict, undecided, options }: Pair,
): Record<string, unknown> {
  const common = { window, likeness };
  if (asked.kind === 'span') return common;
  return asked.kind === 'verdict' ? { ...common, verdict } : { ...common, undecided, options };
}

/** The number or the text that the service would answer with, and what its calibration looks at. */
function foundIn(reading: BrickReading, conversation: Conversation): Record<string, unknown> | undefined {
  const { asked } = reading;
  const anyTurn = () => true;
  if (asked.as === 'number') {
    const found = numberScores(reading, conversation, rangeOf(asked.brick), anyTurn);
    return found && { value: found.number, features: numberFeatures(found) };
  }
  if (asked.as === 'text') {
    const found = spanScores(reading, conversation, anyTurn);
    const value = found && conversation.text.slice(found.span.start, found.span.end);
    return { value, features: spanFeatures(found) };
  }
  return undefined;
}
