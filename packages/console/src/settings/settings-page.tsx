import type { Permission } from '@brickwork/client';
import { Link, useLocation } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useSession } from '../api/session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { AgentsPanel } from './agents-panel.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { DimensionsPanel } from './dimensions-panel.tsx';
import { LanguagePanel } from './language-panel.tsx';
import { MaskingPanel } from './masking-panel.tsx';
import { PricesPanel } from './prices-panel.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { TimezonePanel } from './timezone-panel.tsx';
import { WarehousePanel } from './warehouse-panel.tsx';

interface Section {
  /** In the address, after the #. */
  id: string;
  name: string;
  about: string;
  Panel: ComponentType;
  /** Who sees it; everybody who sees the page when left out. */
  needs?: Permission;
}

const GROUPS: readonly { name: string; sections: readonly Section[] }[] = [
  {
    name: 'Workspace',
    sections: [
      { id: 'language', name: 'Language', about: 'default for short conversations', Panel: LanguagePanel },
      { id: 'time-zone', name: 'Time zone', about: 'when days begin', Panel: TimezonePanel },
      { id: 'dimensions', name: 'Dimensions', about: 'team, agent, channel', Panel: DimensionsPanel },
      { id: 'agents', name: 'Agents', about: 'names of your agents', Panel: AgentsPanel },
      { id: 'prices', name: 'Prices', about: 'what a credit costs', Panel: PricesPanel },
    ],
  },
  {
    name: 'Data protection',
    sections: [
      { id: 'retention', name: 'Retention', about: 'how long data is kept', Panel: RetentionPanel },
      { id: 'masking', name: 'Masking', about: 'names and numbers', Panel: MaskingPanel },
    ],
  },
  {
    name: 'Sending data out',
    sections: [
      { id: 'channels', name: 'Channels', about: 'mail, Slack, Teams', Panel: ChannelsPanel },
      { id: 'warehouse', name: 'Warehouse', about: 'answers as tables', Panel: WarehousePanel },
    ],
  },
  {
    name: 'Access',
    sections: [
      {
        id: 'single-sign-on',
        name: 'Single sign-on',
        about: 'Okta, Entra ID, Google, Keycloak',
        Panel: SignInPanel,
        needs: 'members:manage',
      },
      { id: 'roles', name: 'Roles', about: 'what each may do', Panel: RolesPanel },
    ],
  },
];

export function SettingsPage() {
  const { permissions } = useSession().me;
  const groups = GROUPS.map(({ name, sections }) => ({
    name,
    sections: sections.filter(({ needs }) => needs === undefined || permissions.includes(needs)),
  }));
  return (
    <>
      <PageHeader title="Settings">For the whole workspace.</PageHeader>
      <div className="items-start gap-8 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Index groups={groups} />
        <div className="space-y-5">
          {groups.flatMap(({ sections }) =>
            sections.map(({ id, Panel }) => (
              // Below the bar of a narrow screen when one jumps to it.
              <div key={id} id={id} className="scroll-mt-20 lg:scroll-mt-6">
                <Panel />
              </div>
            )),
          )}
        </div>
      </div>
    </>
  );
}

function Index({ groups }: { groups: typeof GROUPS }) {
  const { hash } = useLocation();
  return (
    <nav
      aria-label="Settings"
      className="mb-5 text-sm max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-3 lg:sticky lg:top-7"
    >
      <div className="grid gap-x-4 gap-y-3 max-lg:grid-cols-2">
        {groups.map(({ name, sections }) => (
          <section key={name} aria-label={name}>
            <p className="px-2 pb-0.5 text-xs font-medium text-muted">{name}</p>
            <ul>
              {sections.map(({ id, name: label, about }) => (
                <li key={id}>
                  <Link
                    to="/settings"
                    hash={id}
                    aria-current={hash === id ? 'location' : undefined}
                    className="block rounded-lg px-2 py-1 hover:bg-sunken aria-[current=location]:bg-accent-soft"
                  >
                    <span className="font-medium">{label}</span>
                    <span className="block truncate text-xs text-muted max-sm:hidden" title={about}>
                      {about}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
