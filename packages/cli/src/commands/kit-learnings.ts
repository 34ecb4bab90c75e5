import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { print, printJson, table } from '../terminal.ts';

export function registerKitLearnings(kits: Command): void {
  kits
    .command('learnings')
    .argument('<kit>', 'id, code or slug')
    .option('--json', 'print one JSON document')
    .description('List what a kit learned on the server, newest first')
    .action(async (kit: string, { json }: { json?: boolean }) => {
      const learnings = await (await connect()).learnings.list(kit);
      if (json) printJson({ data: learnings });
      else if (learnings.length === 0)
        print('It has learned nothing yet. Try: brickwork kits learn KIT --from-reviews');
      else
        print(
          table(
            ['LEARNING', 'STATUS', 'FROM', 'READ', 'LEARNED', 'VERSION'],
            learnings.map(({ learning_id, status, set, done, total, bricks, learned }) => [
              learning_id,
              status,
              set === undefined ? 'reviews' : `@${set}`,
              `${done}/${total}`,
              String(bricks.filter((brick) => brick.status === 'learned').length),
              learned === undefined ? '–' : String(learned.version),
            ]),
          ),
        );
    });
  kits
    .command('unlearn')
    .argument('<kit>', 'id, code or slug')
    .option('--brick <key...>', 'only these bricks; all that learned something by default')
    .option('--json', 'print one JSON document')
    .description('Undo what the live version learned; the kit as written becomes live')
    .action(async (kit: string, { brick: bricks, json }: { brick?: string[]; json?: boolean }) => {
      const live = await (await connect()).learnings.undo(kit, bricks === undefined ? {} : { bricks });
      if (json) printJson(live);
      else print(`Version ${live.version} of ${live.kit} is live, without what was learned.`);
    });
}
