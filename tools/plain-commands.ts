/** Commands that are one call of the client, from the endpoints that have `cli`: data only, since every start of the command loads it. */
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import type { z } from 'zod';
import type { PlainCommand } from '../packages/cli/src/plain-command.ts';
import { defOf, mayBeAbsent, organised, unwrapped } from './client-types.ts';

export const PLAIN_COMMANDS_FILE = 'packages/cli/src/plain-commands.ts';

const membersOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  schema === undefined ? {} : ((defOf(unwrapped(schema, true)).shape ?? {}) as Record<string, z.ZodType>);

function callOf({ sdk, id }: Endpoint): [string, string] {
  const path = typeof sdk === 'string' ? sdk : sdk && ('method' in sdk ? sdk.method : sdk.page);
  const [resource, method] = path?.split('.') ?? [];
  if (resource === undefined || method === undefined) throw new Error(`${id} has a command, but no method: see "sdk".`);
  return [resource, method];
}

function argumentsOf({ path, body, cli }: Endpoint): PlainCommand['arguments'] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const fields = Object.keys(membersOf(body)).filter((name) => cli?.arguments?.[name] !== undefined);
  return [
    ...inPath.map((name) => ({ name, of: 'path' as const })),
    ...fields.map((name) => ({ name, of: 'body' as const })),
  ].map(({ name, of }) => ({ name, of, ...(cli?.arguments?.[name] !== undefined && { about: cli.arguments[name] }) }));
}

function optionsOf({ id, query, body, cli }: Endpoint): PlainCommand['options'] {
  return Object.entries(cli?.options ?? {}).map(([field, [flags, about, fallback]]) => {
    const inBody = membersOf(body)[field];
    const member = inBody ?? membersOf(query)[field];
    if (member === undefined) throw new Error(`${id} has no ${field} for ${flags}.`);
    const read = defOf(unwrapped(member, false));
    return {
      field,
      of: inBody === undefined ? 'query' : 'body',
      flags,
      about,
      ...(fallback !== undefined && { fallback }),
      ...(read.type === 'number' && { isCount: true as const }),
      ...(read.type === 'enum' && { choices: Object.values(read.entries as Record<string, string>) }),
      ...(!mayBeAbsent(member, true) && { isRequired: true as const }),
    };
  });
}

export function plainCommands(): string {
  const commands = ENDPOINTS.flatMap((endpoint): PlainCommand[] => {
    const { cli, body } = endpoint;
    if (cli === undefined) return [];
    const { command, arguments: _arguments, options: _options, ...rest } = cli;
    const [group = '', name = ''] = command.split(' ');
    return [
      {
        ...rest,
        command: [group, name],
        call: callOf(endpoint),
        arguments: argumentsOf(endpoint),
        options: optionsOf(endpoint),
        ...(body !== undefined && { hasBody: true as const }),
      },
    ];
  });
  const text = `/** Generated from the contract's endpoints by \`npm run generate\`. */
import type { PlainCommand } from './plain-command.ts';

export const PLAIN_COMMANDS: readonly PlainCommand[] = ${JSON.stringify(commands)};
`;
  return organised(text);
}
