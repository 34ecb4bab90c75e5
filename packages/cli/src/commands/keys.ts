import { ROLE_MEANINGS, ROLES, type Role } from '@brickwork/contract/roles';
import { ENVIRONMENTS, type Environment } from '@brickwork/contract/vocabulary';
import { type Command, Option } from 'commander';
import { asOperator } from '../operator.ts';
import { parseWhen } from '../parse-when.ts';
import { print, printJson, table } from '../terminal.ts';

interface CreateOptions {
  workspace: string;
  env: Environment;
  role: Role;
  agent?: string;
  name?: string;
  expires?: Date;
  json?: boolean;
}

export function registerKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('Create, list and revoke API keys (for operators; works on the database directly)');

  keys
    .command('create')
    .description('Create a key; it is printed once and not stored')
    .requiredOption('--workspace <name>', 'the workspace it gives access to')
    .addOption(new Option('--env <environment>', 'live or test').choices(ENVIRONMENTS).makeOptionMandatory())
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).default('developer'))
    .option('--agent <value>', 'with the role agent: the value of the dimension “agent” whose calls it sees')
    .option('--name <name>', 'what it is for')
    .option('--expires <when>', 'a date such as 2027-01-31, or a time from now such as 90d or 12h', parseWhen)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `\nRoles:\n${rolesHelp()}\n\nExample:\n  brickwork keys create --workspace default --env live --role runner --expires 90d --json`,
    )
    .action(async (options: CreateOptions) => {
      const { key, secret } = await asOperator(({ keys }) =>
        keys.create(options.workspace, {
          environment: options.env,
          role: options.role,
          agent: options.agent,
          name: options.name,
          expiresAt: options.expires,
        }),
      );
      const expires_at = key.expiresAt?.toISOString();
      if (options.json)
        printJson({
          id: key.id,
          key: secret,
          workspace: options.workspace,
          environment: key.environment,
          role: key.role,
          expires_at,
        });
      else
        print(
          `${secret}\n\n${key.environment} key ${key.id} with role ${key.role}${expires_at ? `, until ${expires_at}` : ''}. Save it now: it is not shown again.`,
        );
    });

  keys
    .command('list')
    .description('List a workspace’s keys')
    .requiredOption('--workspace <name>')
    .option('--json', 'print one JSON document')
    .action(async (options: { workspace: string; json?: boolean }) => {
      const all = await asOperator(({ keys }) => keys.list(options.workspace));
      if (options.json) {
        const data = all.map((key) => ({
          id: key.id,
          hint: key.hint,
          environment: key.environment,
          role: key.role,
          name: key.name,
          created_at: key.createdAt,
          expires_at: key.expiresAt,
          revoked_at: key.revokedAt,
          last_used_at: key.lastUsedAt,
        }));
        printJson({ data });
        return;
      }
      const state = (revoked: Date | undefined, expires: Date | undefined) =>
        revoked ? 'revoked' : expires ? `until ${expires.toISOString()}` : 'valid';
      const rows = all.map((key) => [
        key.id,
        key.hint,
        key.environment,
        key.role,
        key.name ?? '',
        state(key.revokedAt, key.expiresAt),
      ]);
      print(table(['ID', 'KEY', 'ENV', 'ROLE', 'NAME', 'STATE'], rows));
    });

  keys
    .command('revoke')
    .description('Revoke a key immediately, on every node')
    .argument('<id>', 'key_…')
    .requiredOption('--workspace <name>')
    .option('--json', 'print one JSON document')
    .action(async (id: string, options: { workspace: string; json?: boolean }) => {
      const revoked = await asOperator(({ keys }) => keys.revoke(options.workspace, id));
      if (!revoked) throw new Error(`No key ${id} in workspace ${options.workspace}, or it is already revoked.`);
      if (options.json) printJson({ id, revoked: true });
      else print(`Revoked ${id}.`);
    });
}

/** A line for each role. */
function rolesHelp(): string {
  return ROLES.map((role) => `  ${role.padEnd(10)} ${ROLE_MEANINGS[role]}`).join('\n');
}
