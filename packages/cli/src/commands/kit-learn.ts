import { writeFile } from 'node:fs/promises';
import { readConversation } from '@brickwork/server/conversation/read-conversation';
import { ServiceError } from '@brickwork/server/core/service-error';
import { readGolden } from '@brickwork/server/evaluation/golden/read-golden';
import { learnKit } from '@brickwork/server/evaluation/local/learn/learn-kit';
import { checkKit } from '@brickwork/server/kits/check-kit';
import type { Command } from 'commander';
import { requireKitFile } from '../kits/load-kit.ts';
import { print, printJson } from '../terminal.ts';

interface LearnOptions {
  out?: string;
  json?: boolean;
}

export function registerKitLearn(kits: Command): void {
  kits
    .command('learn')
    .argument('<kit>', 'a kit file, YAML or JSON')
    .argument('<golden>', 'labelled conversations: JSON lines of input and expected values')
    .option('--out <file>', 'where the learned kit goes, as JSON; KIT.learned.json beside the kit when left out')
    .option('--json', 'print one JSON document')
    .description('Teach the local engine from labelled conversations; needs no server')
    .addHelpText(
      'after',
      `
Judge what was learned on conversations that it has not seen: brickwork evaluate on another golden set.

Example:
  brickwork kits learn kit.yaml train.golden.jsonl
  brickwork evaluate kit.learned.json test.golden.jsonl --against kit.yaml`,
    )
    .action(async (kitPath: string, goldenPath: string, options: LearnOptions) => {
      const kit = await requireKitFile(kitPath);
      const golden = (await readGolden(kit, goldenPath)).map(({ input, expected }) => ({
        conversation: readConversation(kit, input),
        expected,
      }));
      const learned = learnKit(kit, golden);
      const keys = learned.bricks.filter((brick) => brick.learned !== undefined).map(({ key }) => key);
      const checked = checkKit(learned);
      if ('faults' in checked) {
        const detail = `The learned kit would not be sound: ${checked.faults.map(({ message }) => message).join('; ')}.`;
        throw new ServiceError('kit_definition_invalid', { detail });
      }
      const out = options.out ?? `${kitPath.replace(/(\.kit)?\.(ya?ml|json)$/i, '')}.learned.json`;
      await writeFile(out, `${JSON.stringify(learned, null, 2)}\n`, { flag: 'wx' }).catch((cause: unknown) => {
        throw new ServiceError('conflict', { detail: `${out} is there already, or cannot be written.`, cause });
      });
      if (options.json) printJson({ out, conversations: golden.length, learned: keys });
      else if (keys.length === 0) print(`Nothing could be learned from ${golden.length} conversations. Wrote ${out}.`);
      else print(`Learned ${keys.join(', ')} from ${golden.length} conversations. Wrote ${out}.`);
    });
}
