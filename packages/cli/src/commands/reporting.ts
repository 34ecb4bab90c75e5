import { ENVIRONMENTS, type Environment } from '@brickwork/contract/vocabulary';
import { type Command, Option } from 'commander';
import { asOperator } from '../operator.ts';
import { parseCount } from '../parse-count.ts';
import { print, printJson, table } from '../terminal.ts';

interface GrantOptions {
  workspace: string;
  env: Environment;
  identities?: boolean;
  connections: number;
  role?: string;
  json?: boolean;
}

export function registerReporting(program: Command): void {
  const reporting = program
    .command('reporting')
    .description('Give BI tools read-only SQL views of one workspace (for operators; works on the database directly)');

  reporting
    .command('grant')
    .requiredOption('--workspace <name>', 'the workspace whose data the login can read')
    .addOption(new Option('--env <environment>', 'which runs').choices(ENVIRONMENTS).default('live'))
    .option('--identities', 'also show texts, notes, metadata, external ids and customers')
    .option('--connections <number>', 'connections at once', parseCount, 5)
    .option('--role <name>', 'use an existing role, if the service may not create one')
    .option('--json', 'print one JSON document')
    .description('Create a login for Metabase, Grafana, dbt …; its password is printed once')
    .addHelpText('after', '\nExample:\n  brickwork reporting grant --workspace default')
    .action(async ({ workspace, env, identities = false, connections, role, json }: GrantOptions) => {
      const granted = await asOperator((operator) =>
        operator.reporting.grant(workspace, { environment: env, identities, connections, role }),
      );
      const { host, port, database, login, password } = granted;
      if (json) {
        printJson({
          login,
          password,
          host,
          port,
          database,
          schema: 'reporting',
          workspace,
          environment: env,
          identities,
        });
        return;
      }
      print(
        [
          `host      ${host ?? 'none yet: set BRICKWORK_REPORTING_LISTEN, such as 127.0.0.1:5433, and restart the service'}`,
          ...(host === undefined ? [] : [`port      ${port}`]),
          `database  ${database}`,
          `schema    reporting`,
          `user      ${login}`,
          ...(password === undefined ? [] : [`password  ${password}   (shown once)`]),
        ].join('\n'),
      );
    });

  reporting
    .command('list')
    .option('--workspace <name>', 'only logins of this workspace')
    .option('--json', 'print one JSON document')
    .description('List the logins')
    .action(async ({ workspace, json }: { workspace?: string; json?: boolean }) => {
      const { logins, names } = await asOperator(async (operator) => ({
        logins: await operator.reporting.list(workspace),
        names: new Map((await operator.workspaces.list()).map(({ id, name }) => [id, name])),
      }));
      const rows = logins.map((each) => ({
        login: each.login,
        workspace: names.get(each.workspaceId) ?? each.workspaceId,
        environment: each.environment,
        identities: each.identities,
        created_at: each.createdAt.toISOString(),
        state: !each.exists
          ? 'no such role'
          : each.excess.length > 0
            ? 'has too many rights; see brickwork doctor'
            : 'ok',
      }));
      if (json) printJson({ data: rows });
      else
        print(
          table(
            ['LOGIN', 'WORKSPACE', 'ENVIRONMENT', 'IDENTITIES', 'CREATED', 'STATE'],
            rows.map((each) => [
              each.login,
              each.workspace,
              each.environment,
              each.identities ? 'yes' : 'no',
              each.created_at,
              each.state,
            ]),
          ),
        );
    });

  reporting
    .command('revoke')
    .argument('[login]', 'this login; all of the workspace by default')
    .requiredOption('--workspace <name>', 'whose login')
    .option('--json', 'print one JSON document')
    .description('Revoke logins; they see nothing from then on, even if connected')
    .action(async (login: string | undefined, { workspace, json }: { workspace: string; json?: boolean }) => {
      const revoked = await asOperator((operator) => operator.reporting.revoke(workspace, login));
      if (json) return printJson({ data: revoked.map((each) => ({ login: each.login, role_left: each.isRoleLeft })) });
      for (const each of revoked)
        print(
          `Revoked ${each.login}.${each.isRoleLeft ? ` Its role could not be dropped; have a superuser run: DROP ROLE ${each.login};` : ''}`,
        );
    });
}
