import type { Finding } from '@brickwork/server/operator';
import type { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { print, printJson } from '../terminal.ts';

const MARKS: Readonly<Record<Finding['level'], string>> = { ok: '✓', warning: '!', fault: '✗' };

export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Check this deployment and say what to fix')
    .option('--json', 'print one JSON document')
    .action(async (options: { json?: boolean }) => {
      const { examine } = await import('@brickwork/server/operator');
      const findings = await examine(process.env);
      if (options.json) printJson({ findings });
      else for (const { level, name, text } of findings) print(`${MARKS[level]} ${name}: ${text}`);
      if (findings.some(({ level }) => level === 'fault')) process.exitCode = EXIT.faults;
    });
}
