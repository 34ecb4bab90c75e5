import type { SetWorkspaceSpeakers, SpeakerRule } from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { kitCode } from '../kits/kit-code.ts';
import { print, printJson } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface Shown {
  json?: boolean;
}

interface NewRule extends Shown {
  kit?: string | undefined;
  metadata?: string[];
}

export function registerSpeakers(program: Command): void {
  const speakers = program
    .command('speakers')
    .description('Set which side speakers are on, for the runs of the workspace')
    .addHelpText(
      'after',
      `
A rule applies to some runs, such as those of one intake; the list of agents applies to all. A run’s input or kit takes precedence.

Examples:
  brickwork speakers show
  brickwork speakers agents '*@acme.com' 'Lena Fischer'
  brickwork speakers add-rule 0=agent 1=customer --metadata intake=phone_system
  brickwork speakers remove-rule 1`,
    );
  speakers
    .command('show', { isDefault: true })
    .description('Show the agents and the rules, numbered')
    .option('--json', 'print one JSON document')
    .action(async (options: Shown) => show(await (await connect()).speakers.get(), options));
  speakers
    .command('agents')
    .argument('[names...]', 'names and mail addresses; * stands for any characters')
    .description('Replace the list of agents; the rules stay')
    .option('--json', 'print one JSON document')
    .action(async (names: string[], options: Shown) =>
      show(await (await connect()).speakers.set({ agents: names }), options),
    );
  speakers
    .command('add-rule')
    .argument('<sides...>', 'LABEL=agent or LABEL=customer; * stands for any characters')
    .description('Add a rule after the existing ones')
    .option('--kit <kit>', 'only runs of this kit: its slug, code or id')
    .option('--metadata <key=value>', 'only runs with this metadata; may be repeated', collect)
    .option('--json', 'print one JSON document')
    .action(async (sides: string[], options: NewRule) => {
      const client = await connect();
      const rule = ruleOf(sides, { ...options, kit: await kitCode(client, options.kit) });
      const { agents, rules } = await client.speakers.get();
      show(await client.speakers.set({ agents, rules: [...rules, rule] }), options);
    });
  speakers
    .command('remove-rule')
    .argument('<number>', 'the number of the rule in `brickwork speakers show`')
    .description('Remove a rule')
    .option('--json', 'print one JSON document')
    .action(async (given: string, options: Shown) => {
      const client = await connect();
      const { agents, rules } = await client.speakers.get();
      const number = /^\d{1,3}$/.test(given) ? Number(given) : 0;
      if (number < 1 || number > rules.length)
        throw new UsageError(`There is no rule ${given}: there are ${rules.length}.`);
      show(await client.speakers.set({ agents, rules: rules.toSpliced(number - 1, 1) }), options);
    });
}

function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

function ruleOf(sides: readonly string[], { kit, metadata }: NewRule): SpeakerRule {
  return {
    ...(kit !== undefined && { kit_code: kit }),
    ...(metadata !== undefined && {
      metadata: Object.fromEntries(metadata.map((pair) => splitPair(pair, 'KEY=VALUE'))),
    }),
    speakers: sidesOf(sides),
  };
}

/** `Tom=customer`: the last = divides them, since a label may have one. */
function sidesOf(pairs: readonly string[]): SpeakerRule['speakers'] {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [label, side] = splitPair(pair, 'LABEL=agent or LABEL=customer');
      if (side !== 'agent' && side !== 'customer') {
        throw new UsageError(`"${pair}" must end with =agent or =customer.`);
      }
      return [label, side];
    }),
  );
}

function splitPair(pair: string, form: string): [string, string] {
  const at = pair.lastIndexOf('=');
  if (at < 1 || at === pair.length - 1) throw new UsageError(`"${pair}" must be ${form}.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function show({ agents, rules = [] }: SetWorkspaceSpeakers, { json }: Shown): void {
  if (json) {
    printJson({ agents, rules });
    return;
  }
  print(agents.length === 0 ? 'No agents are set.' : `Agents: ${agents.join(', ')}`);
  if (rules.length === 0) print('No rules.');
  for (const [index, rule] of rules.entries()) print(`${index + 1}. ${described(rule)}`);
}

function described({ kit_code, metadata = {}, speakers }: SpeakerRule): string {
  const conditions = [
    ...(kit_code === undefined ? [] : [`kit ${kit_code}`]),
    ...Object.entries(metadata).map(([key, value]) => `${key} = ${value}`),
  ];
  const sides = Object.entries(speakers).map(([label, side]) => `${label} is the ${side}`);
  return `${conditions.length === 0 ? 'all runs' : conditions.join(', ')}: ${sides.join(', ')}`;
}
