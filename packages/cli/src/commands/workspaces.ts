import type { Workspace } from '@brickwork/server/operator';
import { type Command, InvalidArgumentError } from 'commander';
import { asOperator } from '../operator.ts';
import { print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const toWire = ({ id, name, plan }: Workspace) => ({ id, name, plan });

export function registerWorkspaces(program: Command): void {
  const workspaces = program
    .command('workspaces')
    .description('Create, list and move workspaces (for operators; works on the database directly)');
  registerMoving(workspaces);

  workspaces
    .command('create')
    .argument('<name>', '1 to 63 of a-z, 0-9, - and _')
    .option('--plan <plan>', 'free, team, scale, unlimited or one of BRICKWORK_PLANS', 'team')
    .option('--json', 'print one JSON document')
    .description('Create a workspace')
    .action(async (name: string, options: { plan: string; json?: boolean }) => {
      const workspace = await asOperator((operator) => operator.workspaces.create(name, options.plan));
      if (options.json) printJson(toWire(workspace));
      else
        print(
          `Created workspace ${workspace.name} (${workspace.plan}). Next: brickwork keys create --workspace ${workspace.name} --env live --role admin`,
        );
    });

  workspaces
    .command('list')
    .option('--json', 'print one JSON document')
    .description('List all workspaces')
    .action(async (options: { json?: boolean }) => {
      const all = (await asOperator((operator) => operator.workspaces.list())).map(toWire);
      if (options.json) printJson({ data: all });
      else
        print(
          table(
            ['NAME', 'PLAN', 'ID'],
            all.map(({ name, plan, id }) => [name, plan, id]),
          ),
        );
    });

  workspaces
    .command('plan')
    .argument('<name>')
    .argument('<plan>')
    .option('--json', 'print one JSON document')
    .description('Change a workspace’s plan')
    .action(async (name: string, plan: string, options: { json?: boolean }) => {
      const workspace = await asOperator((operator) => operator.workspaces.changePlan(name, plan));
      if (options.json) printJson(toWire(workspace));
      else print(`${workspace.name} is now on plan ${workspace.plan}.`);
    });
  registerKept(workspaces);
}

function registerKept(workspaces: Command): void {
  workspaces
    .command('retention')
    .argument('<name>')
    .option('--input <days>', 'days to keep inputs, or forever', parseDays)
    .option('--output <days>', 'days to keep outputs, or forever', parseDays)
    .option('--runs <days>', 'days to keep whole runs, or forever', parseDays)
    .option('--audit <days>', 'days to keep entries of the audit log, or forever', parseDays)
    .option('--json', 'print one JSON document')
    .description('Show or change how long a workspace’s data is kept')
    .addHelpText('after', '\nExample:\n  brickwork workspaces retention acme --input 30 --output 90 --runs 365')
    .action(async (name: string, options: RetentionOptions) => {
      const change = {
        ...(options.input !== undefined && { inputDays: options.input }),
        ...(options.output !== undefined && { outputDays: options.output }),
        ...(options.runs !== undefined && { runDays: options.runs }),
        ...(options.audit !== undefined && { auditDays: options.audit }),
      };
      const { inputDays, outputDays, runDays, auditDays } = await asOperator((operator) =>
        operator.workspaces.changeRetention(name, change),
      );
      if (options.json)
        printJson({
          workspace: name,
          input_days: inputDays,
          output_days: outputDays,
          run_days: runDays,
          audit_days: auditDays,
        });
      else
        print(
          `${name} keeps inputs ${words(inputDays)}, outputs ${words(outputDays)}, runs ${words(runDays)}, the audit log ${words(auditDays)}.`,
        );
    });

  workspaces
    .command('storage')
    .argument('<name>')
    .option('--recount', 'recount the stored runs; runs that end during the recount wait until it is done')
    .option('--json', 'print one JSON document')
    .description('Show how much a workspace stores, and how much its plan allows')
    .action(async (name: string, options: { recount?: boolean; json?: boolean }) => {
      const { plan, runs, bytes, runsLimit, bytesLimit } = await asOperator((operator) =>
        operator.workspaces.storage(name, { recount: options.recount === true }),
      );
      if (options.json)
        printJson({ workspace: name, plan, runs, bytes, runs_limit: runsLimit, bytes_limit: bytesLimit });
      else
        print(
          `${name} stores ${runs} runs and ${bytes} bytes. The plan ${plan} allows ${most(runsLimit, 'runs')} and ${most(bytesLimit, 'bytes')}.`,
        );
    });
}

function registerMoving(workspaces: Command): void {
  workspaces
    .command('export')
    .argument('<name>')
    .argument('<file>', 'where to write it')
    .option('--while-running', 'export while nodes run: what they accept from now on is not in the file')
    .description('Write a workspace to a file, to move it to another deployment')
    .action(async (name: string, file: string, options: { whileRunning?: boolean }) => {
      const { exportWorkspace } = await import('@brickwork/server/operator');
      const whileRunning = options.whileRunning === true;
      const { takenAt, rows } = await exportWorkspace(process.env, { name, file, whileRunning });
      print(
        `Wrote ${file}: ${rows} rows of ${name}, as of ${takenAt}. Next, at the other deployment: brickwork workspaces import ${file}`,
      );
    });

  workspaces
    .command('import')
    .argument('<file>', 'the file that "brickwork workspaces export" wrote')
    .option('--as <name>', 'a new name for it')
    .option('--secret-file <file>', 'a file with the secret of the deployment it comes from, if that differs')
    .description('Load a workspace from another deployment, with its ids, keys and secrets; nodes can keep running')
    .action(async (file: string, options: { as?: string; secretFile?: string }) => {
      const { importWorkspace } = await import('@brickwork/server/operator');
      const request = { file, name: options.as, secretFile: options.secretFile };
      const { name, rows, takenAt } = await importWorkspace(process.env, request);
      print(`Loaded ${name}: ${rows} rows, as of ${takenAt}.`);
    });

  workspaces
    .command('remove')
    .argument('<name>')
    .requiredOption('--confirm <name>', 'the name again')
    .description('Delete a workspace permanently, with everything in it; stop all nodes first')
    .action(async (name: string, options: { confirm: string }) => {
      if (options.confirm !== name) throw new UsageError(`--confirm must be "${name}". Nothing was deleted.`);
      const { removeWorkspace } = await import('@brickwork/server/operator');
      await removeWorkspace(process.env, name);
      print(`Deleted ${name}.`);
    });
}

interface RetentionOptions {
  input?: number | null;
  output?: number | null;
  runs?: number | null;
  audit?: number | null;
  json?: boolean;
}

function parseDays(text: string): number | null {
  if (text === 'forever') return null;
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Use a whole number of days, or "forever".');
  return Number(text);
}

const most = (limit: number | null, unit: string) => (limit === null ? `any number of ${unit}` : `${limit} ${unit}`);

const words = (days: number | null) => (days === null ? 'forever' : `${days} days`);
