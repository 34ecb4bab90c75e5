/** Commands that are one call of the client: written from the contract's endpoints into `plain-commands.ts` by `npm run generate`. */
import { Argument, type Command, Option } from 'commander';
import { connect } from './api/connect.ts';
import { parseCount } from './parse-count.ts';
import type { PlainCommand, PlainOption } from './plain-command.ts';
import { PLAIN_COMMANDS } from './plain-commands.ts';
import { oneLine, print, printJson, table } from './terminal.ts';

export function registerPlain(program: Command): void {
  for (const plain of PLAIN_COMMANDS) {
    const [, name] = plain.command;
    const command = groupOf(program, plain).command(name).description(plain.about);
    for (const argument of plain.arguments) {
      const isLast = argument === plain.arguments.at(-1);
      command.addArgument(
        new Argument(`<${kebab(argument.name)}${plain.many && isLast ? '...' : ''}>`, argument.about),
      );
    }
    for (const option of plain.options) command.addOption(optionOf(option));
    command.option('--json', 'print one JSON document').action(async () => {
      await run(plain, command.processedArgs, command.opts());
    });
  }
}

function groupOf(program: Command, { command: [name], group }: PlainCommand): Command {
  const found = program.commands.find((each) => each.name() === name);
  if (found !== undefined) return found;
  const examples = group?.examples.map((example) => `  brickwork ${example}`).join('\n') ?? '';
  return program
    .command(name)
    .description(group?.about ?? '')
    .addHelpText('after', `\nExamples:\n${examples}`);
}

function optionOf({ flags, about, fallback, choices, isCount, isRequired }: PlainOption): Option {
  const option = new Option(flags, about);
  if (choices !== undefined) option.choices(choices);
  if (isCount) option.argParser(parseCount);
  if (fallback !== undefined) option.default(fallback);
  return option.makeOptionMandatory(isRequired === true);
}

async function run(plain: PlainCommand, given: readonly unknown[], options: Record<string, unknown>): Promise<void> {
  const resources = (await connect()) as unknown as Record<string, Record<string, Method>>;
  const [resource, method] = plain.call;
  const ask: Method = (...input) => resources[resource]?.[method]?.(...input) ?? Promise.reject(new Error(method));
  if (!plain.many) return show(plain, await ask(...inputOf(plain, given, options)), options.json === true);
  const data: unknown[] = [];
  for (const name of given.at(-1) as string[]) {
    const answer = await ask(...inputOf(plain, [...given.slice(0, -1), name], options));
    if (options.json) data.push(answer);
    else show(plain, answer, false);
  }
  if (options.json) printJson({ data });
}

type Method = (...input: unknown[]) => Promise<unknown>;

/** Parameters of the path, then the body, then the query: as the client's methods take them. */
function inputOf(plain: PlainCommand, values: readonly unknown[], options: Record<string, unknown>): unknown[] {
  const path: unknown[] = [];
  const body: Record<string, unknown> = {};
  const query: Record<string, unknown> = { ...plain.query };
  for (const [index, { name, of }] of plain.arguments.entries()) {
    if (of === 'path') path.push(values[index]);
    else body[name] = values[index];
  }
  for (const option of plain.options) {
    const value = options[optionOf(option).attributeName()];
    if (value !== undefined) (option.of === 'body' ? body : query)[option.field] = value;
  }
  return [...path, ...(plain.hasBody ? [body] : []), ...(Object.keys(query).length > 0 ? [query] : [])];
}

function show({ table: columns, empty = '', done }: PlainCommand, answer: unknown, isJson: boolean): void {
  if (columns === undefined) {
    if (isJson) printJson(answer);
    else print((done ?? '').replaceAll(/\{(\w+)\}/g, (_all, field: string) => cell(answer, field)));
    return;
  }
  const isPage = typeof answer === 'object' && answer !== null && 'data' in answer;
  const rows = (isPage ? answer.data : answer) as readonly unknown[];
  if (isJson) printJson(isPage ? answer : { data: rows });
  else if (rows.length === 0) print(empty);
  else
    print(
      table(
        Object.keys(columns),
        rows.map((row) =>
          Object.values(columns).map((column) =>
            typeof column === 'string' ? cell(row, column) : cell(row, column[0], column[1]),
          ),
        ),
      ),
    );
}

function cell(row: unknown, path: string, nothing = '–'): string {
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], row);
  return value === undefined || value === null ? nothing : oneLine(String(value));
}

const kebab = (name: string) => name.replaceAll(/_|(?=[A-Z])/g, '-').toLowerCase();
