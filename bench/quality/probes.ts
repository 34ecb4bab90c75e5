/**
 * Short probes, one class per way in which an answer has gone wrong (`probes/*.conv`):
 *
 *   node bench/quality/probes.ts [CLASS…] [--engine local|lexical] [--wrong]
 *
 * Prints, per class, how many answers are right and how many of the wrong ones claim 0.8 or more. Half of each class (`*.train.conv`) may be
 * trained on; the other half is only measured. `--wrong` lists what is answered wrong.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { readConvFile } from '../../tools/reader/read-conv-file.ts';
import { isRight } from './is-right.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string', default: 'local' }, wrong: { type: 'boolean', default: false } },
});
if (values.engine !== 'local' && values.engine !== 'lexical') {
  console.error('Usage: node bench/quality/probes.ts [CLASS…] [--engine local|lexical] [--wrong]');
  process.exit(2);
}

const PROBES = new URL('probes/', import.meta.url);
const SURE = 0.8;

const read = values.engine === 'local' ? await openReadModel(READER_FILES) : undefined;
const answer = createReadingEngine();

interface Figures {
  right: number;
  all: number;
  sureAndWrong: number;
}

async function probe(file: string): Promise<Figures> {
  const figures: Figures = { right: 0, all: 0, sureAndWrong: 0 };
  for (const { id, conversation, bricks } of readConvFile(fileURLToPath(new URL(file, PROBES)))) {
    const documents = bricks.map(({ brick }) => brick);
    const means = { read, lexical: new Set<string>() };
    const { outcomes } = await answer({ kit: 'probe', bricks: [] }, documents, conversation, means);
    for (const [at, { value, confidence }] of outcomes.entries()) {
      const label = bricks[at];
      if (label === undefined) continue;
      const right = isRight(label, value);
      figures.all += 1;
      figures.right += Number(right);
      figures.sureAndWrong += Number(!right && confidence >= SURE);
      if (!right && values.wrong)
        console.log(`${id}: ${label.brick.question} → ${JSON.stringify(value)} (${confidence}), not ${label.expected}`);
    }
  }
  return figures;
}

function shown({ right, all, sureAndWrong }: Figures): string {
  return `${(right / all).toFixed(3).padStart(9)}${String(all).padStart(6)}${String(sureAndWrong).padStart(12)}`;
}

const head = `${'right'.padStart(9)}${'n'.padStart(6)}${'wrong ≥ .8'.padStart(12)}`;
console.log(`${'class'.padEnd(24)}${head}   may be trained on:${head}`);
const classes = readdirSync(PROBES)
  .filter((name) => name.endsWith('.conv') && !name.endsWith('.train.conv'))
  .filter((name) => positionals.length === 0 || positionals.includes(name.replace('.conv', '')))
  .toSorted();
for (const name of classes) {
  const measured = await probe(name);
  const trained = await probe(name.replace('.conv', '.train.conv'));
  console.log(`${name.replace('.conv', '').padEnd(24)}${shown(measured)}                     ${shown(trained)}`);
}
