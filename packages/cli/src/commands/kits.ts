import type { kitsApi } from '@brickwork/contract';
import type { Command } from 'commander';
import { parseKitName } from '../kits/kit-name.ts';
import { withKits } from '../kits/with-kits.ts';
import { print, printJson, table } from '../terminal.ts';
import { registerKitDiff } from './kit-diff.ts';
import { registerKitFiles } from './kit-files.ts';
import { registerKitLearn } from './kit-learn.ts';
import { registerKitLearnings } from './kit-learnings.ts';
import { registerKitLocalFirst } from './kit-local-first.ts';

interface Where {
  workspace?: string;
  json?: boolean;
}

export function registerKits(program: Command): void {
  const kits = program
    .command('kits')
    .description('Write, check, push and compare kits')
    .addHelpText(
      'after',
      `
Commands that need a server call its API with BRICKWORK_API_KEY (and BRICKWORK_URL) or the stored login; with --workspace
they work on the database directly. The others need no server.

Examples:
  brickwork kits init kit.yaml --from support-qa
  brickwork kits check kit.yaml
  brickwork kits push kit.yaml --publish --workspace default --json
  brickwork kits publish support_qa@2
  brickwork kits diff kit.yaml`,
    );
  registerKitFiles(kits);
  registerPush(kits);
  registerPublish(kits);
  registerArchive(kits);
  registerReads(kits);
  registerKitDiff(kits);
  registerKitLearn(kits);
  registerKitLearnings(kits);
  registerKitLocalFirst(kits);
}

function registerPush(kits: Command): void {
  kits
    .command('push')
    .argument('<file>', 'the kit file, YAML or JSON')
    .option('--publish', 'also make it the live version')
    .option('--workspace <name>', 'work on the database directly, as the operator')
    .option('--json', 'print one JSON document')
    .description('Create the next version of a kit from a file; does nothing if the file has not changed')
    .action(async (file: string, options: Where & { publish?: boolean }) => {
      const { requireValidFile } = await import('../kits/load-kit.ts');
      // The service is sent the kit with its defaults written out, and would have nothing to say about what is missing.
      const { kit, advice } = await requireValidFile(file);
      const pushed = await withKits(options, (kits) => kits.push(kit, options.publish === true));
      if (options.json) printJson({ ...shown(pushed), ...(advice.length > 0 && { advice }) });
      else {
        print(`${pushed.kit} version ${pushed.version} (${pushed.status}), code ${pushed.kit_code}`);
        if (pushed.unlearned !== undefined)
          print(
            `It lacks what the live version has learned: ${pushed.unlearned.join(', ')}. To learn again: brickwork kits learn ${pushed.kit} --from-reviews --version ${pushed.version}`,
          );
        for (const sentence of advice) print(`  ${sentence}`);
        if (pushed.status === 'draft') print(`Make it live: brickwork kits publish ${pushed.kit}`);
      }
    });
}

function registerPublish(kits: Command): void {
  kits
    .command('publish')
    .argument('<kit>', 'slug, code or id; add @N for a version (an older one rolls back to it)')
    .option('--workspace <name>', 'work on the database directly, as the operator')
    .option('--force', 'publish even if the kit’s gate fails; needs the permission kits:force and is recorded')
    .option('--json', 'print one JSON document')
    .description('Make a version live: the newest draft, or the one you name')
    .action(async (name: string, options: Where & { force?: boolean }) => {
      const { kit, version } = parseKitName(name);
      const published = await withKits(options, (kits) => kits.publish(kit, version, options));
      if (options.json) printJson(shown(published));
      else print(`${published.kit} version ${published.version} is live under ${published.kit_code}`);
    });
}

function registerArchive(kits: Command): void {
  kits
    .command('archive')
    .argument('<kit>', 'slug, code or id')
    .option('--workspace <name>', 'work on the database directly, as the operator')
    .option('--json', 'print one JSON document')
    .description('Retire a kit: new runs no longer find it, past runs keep it, publishing restores it')
    .action(async (name: string, options: Where) => {
      const archived = await withKits(options, (kits) => kits.archive(name));
      if (options.json) printJson(archived);
      else print(`${archived.kit} is archived. Restore it: brickwork kits publish ${archived.kit}`);
    });
}

function registerReads(kits: Command): void {
  kits
    .command('list')
    .option('--workspace <name>', 'work on the database directly, as the operator')
    .option('--json', 'print one JSON document')
    .description('List the kits of a workspace')
    .action(async (options: Where) => {
      const all = await withKits(options, (kits) => kits.list());
      if (options.json) printJson({ data: all });
      else
        print(
          table(
            ['KIT', 'CODE', 'STATUS', 'LIVE', 'NEWEST', 'NAME'],
            all.map((kit) => [
              kit.kit,
              kit.kit_code,
              kit.status,
              String(kit.version ?? '–'),
              String(kit.newest_version),
              kit.name,
            ]),
          ),
        );
    });

  kits
    .command('show')
    .argument('<kit>', 'slug, code, id or version id')
    .option('--workspace <name>', 'work on the database directly, as the operator')
    .option('--json', 'print the schema response')
    .description('Show what a kit takes and what it returns')
    .action(async (name: string, options: Where) => {
      const schema = await withKits(options, (kits) => kits.schema(name));
      if (options.json) {
        printJson(schema);
        return;
      }
      print(`${schema.name}, version ${schema.version} (${schema.status}), code ${schema.kit_code}`);
      if (schema.description !== undefined) print(schema.description);
      const inputs = Object.entries(schema.input.fields).map(
        ([field, { type, required }]) => `${field} (${type}${required ? ', required' : ''})`,
      );
      print(`Input: ${inputs.join(', ')}\n`);
      print(
        table(
          ['BRICK', 'TYPE', 'RETURNS', 'NAME'],
          schema.bricks.map((brick) => [brick.key, brick.type, brick.output_fields.join(' '), brick.name]),
        ),
      );
    });
}

function shown({ kit: _slug, ...pushed }: kitsApi.PushedKit): Omit<kitsApi.PushedKit, 'kit'> {
  return pushed;
}
