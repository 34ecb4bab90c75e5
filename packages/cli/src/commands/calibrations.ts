import type { Calibration } from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';

export function registerCalibrations(reviews: Command): void {
  const calibrations = reviews
    .command('calibrations')
    .argument('<kit>', 'id, code or slug')
    .description('List the calibration sessions of a kit, newest first')
    .option('--json', 'print one JSON document')
    .action(async (kit: string, { json }: { json?: boolean }) => {
      const data = await (await connect()).calibrations.list(kit);
      if (json) printJson({ data });
      else if (data.length === 0) print('No calibration sessions.');
      else print(table(['SESSION', 'NAME', 'CALLS', 'PEOPLE', 'STATE', 'STARTED'], data.map(line)));
    });
  calibrations
    .command('delete')
    .argument('<session>', 'the id of a session, cal_…')
    .description('Delete a calibration session; its reviews stay')
    .option('--json', 'print one JSON document')
    .action(async (session: string, _options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const deleted = await (await connect()).calibrations.delete(session);
      if (json) printJson(deleted);
      else print(`${deleted.calibration_id} is deleted. The reviews stay.`);
    });
}

function line({ calibration_id, name, calls, people, closed_at, created_at }: Calibration): string[] {
  const state = closed_at === undefined ? 'open' : 'closed';
  return [calibration_id, oneLine(name), String(calls), String(people.length), state, created_at];
}
