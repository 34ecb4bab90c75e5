/** Whether people can sign in by an identity provider, how that went last, and what to enter there. Set up in the service's configuration. */
import type { SignInProvider } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { providerSentence } from '../session/provider-fault.ts';
import { formatAgo, formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { ProviderGuide } from './provider-guide.tsx';

export function SignInPanel() {
  const mayRead = useMay('members:manage');
  const { data, error, refetch } = useRead((api) => api.signIn.provider(), { enabled: mayRead });
  if (!mayRead) return null;
  return (
    <Panel title="Single sign-on" actions={data !== undefined && <State provider={data} />}>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Rows label="Loading single sign-on" count={2} />
      ) : (
        <>
          {data.configured ? (
            <Configured provider={data} />
          ) : (
            <p className="p-4 text-sm text-soft sm:p-5">
              People sign in with a password and a code. With an identity provider they use their company account, and
              its groups decide what they may do. Any OpenID Connect provider works.
            </p>
          )}
          <ProviderGuide provider={data} />
        </>
      )}
    </Panel>
  );
}

function isFailing({ last_success_at: success, last_failure: failure }: SignInProvider): boolean {
  return failure !== undefined && (success === undefined || failure.at > success);
}

function State({ provider }: { provider: SignInProvider }) {
  if (!provider.configured) return <Tag>not set up</Tag>;
  if (isFailing(provider)) return <Tag tone="bad">last sign-in failed</Tag>;
  return provider.last_success_at === undefined ? <Tag tone="warn">not used yet</Tag> : <Tag tone="ok">works</Tag>;
}

function Configured({ provider }: { provider: SignInProvider }) {
  const { last_success_at: success, last_failure: failure, link_requests: links = 0, groups = [] } = provider;
  const rows = [
    ['Provider', `${provider.label} · ${provider.issuer}`],
    ['Groups', groups.map(({ group, role }) => `${group} → ${role}`).join(', ') || 'none for this workspace'],
    ['Last sign-in', success === undefined ? 'nobody yet' : `${formatAgo(success)} (${formatTime(success)})`],
    [
      'Last error',
      failure === undefined
        ? 'none'
        : `${formatAgo(failure.at)} (${formatTime(failure.at)}): ${providerSentence(failure.reason)}`,
    ],
  ] as const;
  return (
    <div className="p-4 text-sm sm:p-5">
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd
              className={`min-w-0 break-words ${name === 'Last error' && isFailing(provider) ? 'font-medium text-bad' : ''}`}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {isFailing(provider) && (
        <p className="mt-3 text-soft">
          The log of the service has the details; <code className="font-mono text-[13px]">brickwork doctor</code> checks
          the issuer, its clock and the groups.
        </p>
      )}
      {links > 0 && (
        <Notice tone="warn" className="mt-3">
          {links === 1 ? 'One person is waiting' : `${links} people are waiting`} for approval on the{' '}
          <Link to="/members" className="underline underline-offset-2">
            Members page
          </Link>
          .
        </Notice>
      )}
    </div>
  );
}
