/** The kit commands that work on files only and need no server. */
import { writeFile } from 'node:fs/promises';
import { exampleKitNames, readExampleKitText } from '@brickwork/server/examples';
import type { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { STARTER_KIT } from '../kits/starter-kit.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export function registerKitFiles(kits: Command): void {
  kits
    .command('init')
    .argument('[file]', 'where to write it', 'kit.yaml')
    .option('--from <example>', `start from an example: ${exampleKitNames().join(', ')}`)
    .description('Write a kit file to start from')
    .action(async (file: string, options: { from?: string }) => {
      const text = options.from === undefined ? STARTER_KIT : readExampleKitText(options.from);
      if (text === undefined) {
        const detail = `There is no example "${options.from}". There are: ${exampleKitNames().join(', ')}.`;
        throw new UsageError(detail);
      }
      await writeNew(file, text);
      print(`Wrote ${file}. Next: brickwork kits check ${file}`);
    });

  kits
    .command('check')
    .argument('<file...>', 'kit files, YAML or JSON')
    .option('--json', 'print one JSON document')
    .description('Check kit files and list every error; needs no server')
    .action(async (files: string[], options: { json?: boolean }) => {
      const { faultLine, readKitFile } = await import('../kits/read-kit-file.ts');
      const results = [];
      for (const file of files) {
        const checked = await readKitFile(file);
        const faults = 'faults' in checked ? checked.faults : [];
        const advice = 'kit' in checked ? checked.advice : [];
        results.push({ file, ok: faults.length === 0, faults, advice });
        if (options.json) continue;
        for (const fault of faults) print(faultLine(file, fault));
        if ('kit' in checked) print(`${file}: ${checked.kit.kit} is valid, ${counted(checked.kit.bricks.length)}`);
        for (const sentence of advice) print(`  ${sentence}`);
      }
      if (options.json) printJson({ files: results });
      if (results.some(({ ok }) => !ok)) process.exitCode = EXIT.faults;
    });
}

function counted(bricks: number): string {
  return bricks === 1 ? '1 brick' : `${bricks} bricks`;
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const detail = exists ? `${file} already exists.` : `${file} cannot be written.`;
    throw new UsageError(detail, { cause });
  }
}
