import type { Permission } from '@brickwork/client';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useCallsWord } from '../api/use-calls-word.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Said } from '../ui/said.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { useIsAway } from './use-is-away.ts';

interface Place {
  to: string;
  label: string;
  icon: IconName;
  needs: Permission;
  /** Whoever has this has better places. */
  unless?: Permission;
  /** What can be begun from anywhere. */
  begins?: { to: string; label: string; needs: Permission };
}

const GROUPS: readonly { name: string; places: readonly Place[] }[] = [
  {
    name: 'Work',
    places: [
      { to: '/my-calls', label: 'My calls', icon: 'runs', needs: 'runs:read_own', unless: 'runs:read' },
      { to: '/', label: 'Overview', icon: 'overview', needs: 'runs:read' },
      { to: '/agents', label: 'Agents', icon: 'agents', needs: 'runs:read' },
      { to: '/runs', label: 'Runs', icon: 'runs', needs: 'runs:read' },
      { to: '/recordings', label: 'Recordings', icon: 'recordings', needs: 'runs:read' },
      { to: '/review', label: 'Review', icon: 'review', needs: 'reviews:write' },
      { to: '/ask', label: 'Ask', icon: 'ask', needs: 'questions:read' },
    ],
  },
  {
    name: 'Quality',
    places: [
      {
        to: '/kits',
        label: 'Kits',
        icon: 'kits',
        needs: 'kits:read',
        begins: { to: '/new-kit', label: 'New kit', needs: 'kits:write' },
      },
      { to: '/playground', label: 'Playground', icon: 'playground', needs: 'runs:write' },
      { to: '/alerts', label: 'Alerts', icon: 'alerts', needs: 'runs:read' },
      { to: '/backfills', label: 'Backfills', icon: 'backfills', needs: 'runs:read' },
    ],
  },
  {
    name: 'Connect',
    places: [
      { to: '/welcome', label: 'Get started', icon: 'welcome', needs: 'runs:write' },
      { to: '/import', label: 'Import', icon: 'imports', needs: 'runs:write' },
      { to: '/intakes', label: 'Intake', icon: 'intake', needs: 'webhooks:manage' },
      { to: '/destinations', label: 'Destinations', icon: 'destinations', needs: 'webhooks:manage' },
      { to: '/webhooks', label: 'Webhooks', icon: 'webhooks', needs: 'webhooks:manage' },
      { to: '/keys', label: 'Keys', icon: 'keys', needs: 'keys:manage' },
    ],
  },
  {
    name: 'Admin',
    places: [
      { to: '/members', label: 'Members', icon: 'members', needs: 'members:manage' },
      { to: '/usage', label: 'Usage', icon: 'usage', needs: 'usage:read' },
      { to: '/audit', label: 'Audit', icon: 'audit', needs: 'audit:read' },
      { to: '/settings', label: 'Settings', icon: 'settings', needs: 'kits:read' },
    ],
  },
];

/** Around every page: where one is, as whom, and the way elsewhere. Only places that the key's role may see are named. */
export function AppShell() {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever one has gone somewhere.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <div className="lg:grid lg:grid-cols-[236px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to the content
      </a>
      <div className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden print:hidden">
        <Brand />
        <Button
          kind="quiet"
          aria-expanded={isOpen}
          aria-controls="places"
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} className="size-5" />
        </Button>
      </div>
      <aside
        id="places"
        className={`border-line bg-surface print:hidden max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <div className="px-5 pt-5 pb-4 max-lg:hidden">
          <Brand />
        </div>
        <Places />
        <Who />
      </aside>
      <div className="min-w-0">
        <AwayBar />
        <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-7 print:p-0">
          <div className="mx-auto max-w-[1400px]">
            <Outlet />
          </div>
        </main>
      </div>
      <Shortcuts />
    </div>
  );
}

/** In view wherever one is on the page: what is shown below may be old. */
function AwayBar() {
  const isAway = useIsAway();
  return (
    <div role="status" className="sticky top-14 z-20 lg:top-0">
      {isAway && (
        <p className="border-b border-bad bg-bad-soft px-4 py-2 text-center text-sm font-medium text-bad">
          The service is not responding. This page may be out of date; this message goes away once it is back.
        </p>
      )}
    </div>
  );
}

function Places() {
  const { permissions } = useSession().me;
  const groups = GROUPS.map(({ name, places }) => ({
    name,
    places: places.filter(
      ({ needs, unless }) => permissions.includes(needs) && (unless === undefined || !permissions.includes(unless)),
    ),
  })).filter(({ places }) => places.length > 0);
  return (
    <nav aria-label="Console" className="flex-1 space-y-3 px-3 py-2 lg:overflow-y-auto">
      {groups.map(({ name, places }) => (
        <section key={name} aria-label={name}>
          {/* A heading over a menu of one group would say nothing. */}
          {groups.length > 1 && <p className="px-3 pb-1 text-xs font-medium text-muted">{name}</p>}
          <ul className="space-y-px">
            {places.map((place) => (
              <PlaceItem key={place.to} place={place} permissions={permissions} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function PlaceItem({ place, permissions }: { place: Place; permissions: readonly Permission[] }) {
  const { to, label, icon, begins } = place;
  const { title } = useCallsWord();
  return (
    <li className="relative">
      <Link
        to={to}
        activeOptions={{ exact: to === '/' }}
        className="flex items-center gap-3 rounded-lg px-3 py-2 text-sm font-medium text-soft hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent lg:py-1"
      >
        <Icon name={icon} />
        {to === '/runs' ? title : label}
      </Link>
      {begins !== undefined && permissions.includes(begins.needs) && (
        <Link
          to={begins.to}
          title={begins.label}
          className="absolute inset-y-0.5 right-1 grid w-8 place-items-center rounded-md text-muted hover:bg-line hover:text-ink"
        >
          <Icon name="plus" className="size-4" />
          <span className="sr-only">{begins.label}</span>
        </Link>
      )}
    </li>
  );
}

const LINK = 'rounded text-muted underline decoration-line-strong underline-offset-2 hover:text-ink';

function Who() {
  const { me, signOut, switchTo, workspaces } = useSession();
  const isPerson = me.actor.kind === 'person';
  // Agents have their calls; keys, plans and environments are nothing to them.
  const isAgent = me.role === 'agent';
  const other = me.environment === 'live' ? 'test' : 'live';
  return (
    <div className="border-t border-line p-4 text-sm">
      <p className="flex items-center justify-between gap-2">
        {workspaces.length > 1 ? (
          <select
            aria-label="Workspace"
            value={me.workspace.name}
            onChange={(event) => switchTo({ workspace: event.target.value })}
            className={`${INPUT} min-w-0 flex-1`}
          >
            {workspaces.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <span className="truncate font-medium" title={me.workspace.name}>
            {me.workspace.name}
          </span>
        )}
        {!isAgent && (
          <span
            className={`rounded-md px-2 py-0.5 text-xs font-medium ${me.environment === 'live' ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`}
          >
            {me.environment}
          </span>
        )}
      </p>
      <p className="mt-0.5 text-[13px] text-muted">
        {isPerson && (
          <span className="block truncate" title={me.actor.name}>
            <Said>{me.actor.name}</Said>
          </span>
        )}
        {isAgent ? me.agent !== me.actor.name && me.agent : `${me.role} · ${me.plan} plan`}
      </p>
      {isPerson && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-[13px]">
          {!isAgent && (
            <button type="button" className={LINK} onClick={() => switchTo({ environment: other })}>
              Switch to {other}
            </button>
          )}
          <button type="button" className={LINK} onClick={() => signOut(true)}>
            Sign out everywhere
          </button>
        </p>
      )}
      <p className="mt-1 text-[13px]">
        <a href="/guides" className={LINK}>
          Guides
        </a>
      </p>
      <div className="mt-3 flex items-center justify-between gap-2">
        <ThemeChoice />
        <Button kind="quiet" isSmall onClick={() => signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
