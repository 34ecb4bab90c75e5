/** The tables of roles and permissions in the guide, from the declaration that the service reads. */
import { PERMISSION_MEANINGS, PERMISSIONS, PERSON_ROLES, ROLE_DECLARATIONS, ROLES } from '@brickwork/contract';

export const ROLES_GUIDE = 'docs/guides/people.md';

function rolesTable(): string {
  const rows = ROLES.map((role) => {
    const isForPeople = PERSON_ROLES.some((each) => each === role);
    return `| \`${role}\` | ${ROLE_DECLARATIONS[role].meaning} | ${isForPeople ? 'people and keys' : 'keys'} |`;
  });
  return ['| role | may | for |', '|---|---|---|', ...rows].join('\n');
}

function permissionsTable(): string {
  const mark = (permission: (typeof PERMISSIONS)[number]) =>
    ROLES.map((role) => (ROLE_DECLARATIONS[role].permissions.includes(permission) ? '✓' : '')).join(' | ');
  const rows = PERMISSIONS.map(
    (permission) => `| \`${permission}\` | ${PERMISSION_MEANINGS[permission]} | ${mark(permission)} |`,
  );
  return [
    `| permission | opens | ${ROLES.join(' | ')} |`,
    `|---|---|${ROLES.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n');
}

/** Between markers, so that the rest of the page is written by hand. */
export function withRolesTables(page: string): string {
  return between(between(page, 'roles', rolesTable()), 'permissions', permissionsTable());
}

function between(page: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(start) + start.length;
  const to = page.indexOf(end);
  if (from < start.length || to < from) throw new Error(`${ROLES_GUIDE} has lost its ${name} markers`);
  return `${page.slice(0, from)}\n\n${table}\n\n${page.slice(to)}`;
}
