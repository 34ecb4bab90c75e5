import { PERSON_ROLES, type PersonRole, ROLE_MEANINGS } from '@brickwork/contract/roles';
import { type Command, Option } from 'commander';
import { asOperator } from '../operator.ts';
import { print, printJson, table } from '../terminal.ts';

interface Where {
  workspace: string;
  json?: boolean;
}

interface RoleOptions extends Where {
  role: PersonRole;
  agent?: string;
}

export function registerMembers(program: Command): void {
  const members = program
    .command('members')
    .description('Invite, list and remove members of a workspace (for operators; works on the database directly)')
    .addHelpText(
      'after',
      `\nRoles:\n${PERSON_ROLES.map((role) => `  ${role.padEnd(10)} ${ROLE_MEANINGS[role]}`).join('\n')}`,
    );
  const command = (name: string, about: string) =>
    members
      .command(name)
      .description(about)
      .requiredOption('--workspace <name>', 'whose people')
      .option('--json', 'print one JSON document');
  const roleOf = (mandatory: Command) =>
    mandatory
      .addOption(new Option('--role <role>', 'what they may do').choices(PERSON_ROLES).makeOptionMandatory())
      .option('--agent <value>', 'with the role agent: the value of the dimension “agent” whose calls they see');

  command('list', 'List members and open invitations').action(async ({ workspace, json }: Where) => {
    const { people, invitations } = await asOperator(async (operator) => ({
      people: await operator.members.list(workspace),
      invitations: await operator.members.invitations(workspace),
    }));
    if (json) return printJson({ data: people, invitations });
    const rows = people.map((each) => [
      each.id,
      each.email,
      each.name,
      each.role + (each.agent === undefined ? '' : ` (${each.agent})`),
      each.signsInBy ?? 'has not signed in yet',
      each.lastSeenAt?.toISOString() ?? 'never',
    ]);
    const invited = invitations.map((each) => [
      each.id,
      each.email,
      '',
      each.role,
      `invited by ${each.invitedBy.name}, until ${each.expiresAt.toISOString()}`,
      '',
    ]);
    print(table(['ID', 'E-MAIL', 'NAME', 'ROLE', 'SIGNS IN BY', 'LAST SEEN'], [...rows, ...invited]));
  });

  roleOf(command('invite', 'Print an invitation link; it works once, for seven days'))
    .argument('<email>')
    .addHelpText('after', '\nExample:\n  brickwork members invite maya@example.com --workspace default --role admin')
    .action(async (email: string, { workspace, role, agent, json }: RoleOptions) => {
      const { link, invitation } = await asOperator((operator) =>
        operator.members.invite(workspace, { email, role, agent }),
      );
      showLink({ link, until: invitation.expiresAt, what: `${invitation.email} becomes ${role}`, json });
    });

  command(
    'reset',
    'Print a link for a new password and new codes; the old ones and all sessions stop working immediately',
  )
    .argument('<member>', 'mem_… or the e-mail address')
    .action(async (member: string, { workspace, json }: Where) => {
      const { link, invitation } = await asOperator((operator) => operator.members.reset(workspace, member));
      showLink({ link, until: invitation.expiresAt, what: `${invitation.email} sets new credentials`, json });
    });

  roleOf(command('role', 'Change somebody’s role; their sessions end'))
    .argument('<member>', 'mem_… or the e-mail address')
    .action(async (member: string, { workspace, role, agent, json }: RoleOptions) => {
      const changed = await asOperator((operator) => operator.members.change(workspace, member, { role, agent }));
      if (json) printJson(changed);
      else print(`${changed.email} is ${changed.role} now.`);
    });

  command('remove', 'Remove somebody; their sessions end immediately')
    .argument('<member>', 'mem_… or the e-mail address')
    .action(async (member: string, { workspace, json }: Where) => {
      const { id, email } = await asOperator((operator) => operator.members.remove(workspace, member));
      if (json) printJson({ id, removed: true });
      else print(`Removed ${email}. Their sessions have ended, and keys that they created are revoked.`);
    });

  command('sign-out', 'End all of somebody’s sessions')
    .argument('<member>', 'mem_… or the e-mail address')
    .action(async (member: string, { workspace, json }: Where) => {
      const { id, email, ended } = await asOperator((operator) => operator.members.signOut(workspace, member));
      if (json) printJson({ id, ended });
      else print(`${email} is signed out of ${ended} ${ended === 1 ? 'session' : 'sessions'}.`);
    });
}

function showLink({
  link,
  until,
  what,
  json,
}: {
  link: string;
  until: Date;
  what: string;
  json: boolean | undefined;
}): void {
  if (json) printJson({ link, expires_at: until });
  else
    print(
      `${link}\n\nWith this link, ${what}. It works once, until ${until.toISOString()}, and is not shown again.${link.startsWith('/') ? ' Put the address of the console in front, or set BRICKWORK_PUBLIC_URL.' : ''}`,
    );
}
