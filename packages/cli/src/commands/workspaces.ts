import type { Workspace } from '@brickwork/server/access/access-store';
import { changePlan, createWorkspace } from '@brickwork/server/access/manage-workspaces';
import type { Command } from 'commander';
import { asOperator } from '../operator.ts';
import { print, printJson, table } from '../terminal.ts';

const toWire = ({ id, name, plan }: Workspace) => ({ id, name, plan });

export function registerWorkspaces(program: Command): void {
  const workspaces = program
    .command('workspaces')
    .description('Create and list workspaces (operator: acts on the database itself)');

  workspaces
    .command('create')
    .argument('<name>', '1 to 63 of a-z, 0-9, - and _')
    .option('--plan <plan>', 'free, team, scale, unlimited or one of BRICKWORK_PLANS', 'team')
    .option('--json', 'print one JSON document')
    .description('Create a workspace')
    .action(async (name: string, options: { plan: string; json?: boolean }) => {
      const workspace = await asOperator(({ access }) => createWorkspace(access, name, options.plan));
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
      const all = (await asOperator(({ access }) => access.store.listWorkspaces())).map(toWire);
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
    .description('Put a workspace on another plan')
    .action(async (name: string, plan: string, options: { json?: boolean }) => {
      const workspace = await asOperator(({ access }) => changePlan(access, name, plan));
      if (options.json) printJson(toWire(workspace));
      else print(`${workspace.name} is on plan ${workspace.plan} now.`);
    });
}
