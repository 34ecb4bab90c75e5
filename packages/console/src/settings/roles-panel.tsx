/** What each role may do, from the declaration that the service checks. */
import { PERMISSION_MEANINGS, ROLE_DECLARATIONS, ROLES } from '@brickwork/contract/roles';
import { useSession } from '../api/session.ts';
import { Panel } from '../ui/panel.tsx';
import { Tag } from '../ui/status-badge.tsx';

export function RolesPanel() {
  const { role: own } = useSession().me;
  return (
    <Panel title="Roles">
      <ul className="divide-y divide-line">
        {ROLES.map((role) => {
          const { meaning, permissions } = ROLE_DECLARATIONS[role];
          return (
            <li key={role} className="px-4 py-3 text-sm sm:px-5">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <span className="min-w-20 font-medium">{role}</span>
                <span className="text-soft">{meaning}</span>
                {role === own && <Tag tone="accent">yours</Tag>}
              </p>
              <details className="mt-1">
                <summary className="cursor-pointer text-[13px] text-muted">{`${permissions.length} ${permissions.length === 1 ? 'permission' : 'permissions'}`}</summary>
                <ul className="mt-1.5 space-y-1 text-[13px]">
                  {permissions.map((permission) => (
                    <li key={permission} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
                      <code className="text-muted">{permission}</code>
                      <span className="text-soft">{PERMISSION_MEANINGS[permission]}</span>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
