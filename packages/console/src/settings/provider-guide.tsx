/** What to enter at an identity provider, and what to set at this service, with the addresses filled in. */
import type { SignInProvider } from '@brickwork/client';
import { useSession } from '../api/session.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Tabs } from '../ui/tabs.tsx';

interface Guide {
  name: string;
  label: string;
  /** Of which issuers. */
  isOf: RegExp;
  where: string;
  issuer: string;
  groups: string;
  scopes?: string;
  logout: string | undefined;
  scim: string | undefined;
  note?: string;
}

const GUIDES: readonly Guide[] = [
  {
    name: 'okta',
    label: 'Okta',
    isOf: /okta(preview)?\.com/,
    where: 'Applications → Create App Integration → OIDC - OpenID Connect → Web Application',
    issuer: 'https://ORG.okta.com',
    groups: 'Sign On → OpenID Connect ID Token → Groups claim: name “groups”, and a filter for your groups.',
    scopes: 'openid profile email groups',
    logout: 'General → Logout → Back-channel logout',
    scim: 'Provisioning → SCIM, HTTP header',
  },
  {
    name: 'entra',
    label: 'Entra ID',
    isOf: /microsoftonline\.(com|us)|partner\.microsoftonline/,
    where: 'App registrations → New registration → Web',
    issuer: 'https://login.microsoftonline.com/TENANT/v2.0',
    groups: 'Token configuration → Add groups claim. The claim contains object ids: use those in the rules.',
    logout: undefined,
    scim: 'Enterprise applications → Provisioning',
    note: 'Entra ID does not say whether an address is verified: remove members who have a password, and have them sign in again.',
  },
  {
    name: 'google',
    label: 'Google Workspace',
    isOf: /accounts\.google\.com/,
    where: 'Google Cloud → APIs & Services → Credentials → OAuth client ID → Web application',
    issuer: 'https://accounts.google.com',
    groups: 'Google does not send groups: put a provider in between that does, such as Keycloak.',
    logout: undefined,
    scim: undefined,
  },
  {
    name: 'keycloak',
    label: 'Keycloak',
    isOf: /\/realms\//,
    where: 'Clients → Create client → OpenID Connect, with client authentication on',
    issuer: 'https://HOST/realms/REALM',
    groups: 'Client scopes → Add mapper → Group Membership: token claim name “groups”, full group path off.',
    logout: 'Settings → Backchannel logout URL',
    scim: undefined,
  },
];

export function ProviderGuide({ provider }: { provider: SignInProvider }) {
  const own = GUIDES.find(({ isOf }) => isOf.test(provider.issuer ?? ''));
  const ordered = own === undefined ? GUIDES : [own, ...GUIDES.filter((guide) => guide !== own)];
  return (
    <details className="border-t border-line" open={!provider.configured}>
      <summary className="rounded px-4 py-3 text-sm font-medium sm:px-5">What to enter at the provider</summary>
      <Tabs
        label="Provider"
        tabs={ordered.map((guide) => ({
          value: guide.name,
          label: guide.label,
          content: <GuideSteps guide={guide} provider={provider} />,
        }))}
      />
    </details>
  );
}

function GuideSteps({ guide, provider }: { guide: Guide; provider: SignInProvider }) {
  const { workspace } = useSession().me;
  const { origin } = location;
  const {
    redirect_uri = `${origin}/console/oidc/callback`,
    logout_uri = `${origin}/console/oidc/logout`,
    scim_url = `${origin}/scim/v2`,
  } = provider;
  const settings = [
    `BRICKWORK_PUBLIC_URL=${new URL(redirect_uri).origin}`,
    `BRICKWORK_OIDC_ISSUER=${provider.issuer ?? guide.issuer}`,
    'BRICKWORK_OIDC_CLIENT_ID=…',
    'BRICKWORK_OIDC_CLIENT_SECRET=…',
    ...(guide.scopes === undefined ? [] : [`BRICKWORK_OIDC_SCOPES="${guide.scopes}"`]),
    `BRICKWORK_OIDC_GROUPS='[{"group":"qa-leads","workspace":"${workspace.name}","role":"admin"}]'`,
  ].join('\n');
  return (
    <ol className="list-decimal space-y-4 py-4 pr-4 pl-9 text-sm sm:pr-5 sm:pl-10">
      <li>
        Create an application: <span className="font-medium">{guide.where}</span>.
      </li>
      <li>
        Enter the redirect address:
        <Address text={redirect_uri} label="Copy the redirect address" />
      </li>
      <li>Have it send groups. {guide.groups}</li>
      {guide.logout !== undefined && (
        <li>
          So that leavers are signed out immediately, {guide.logout}:
          <Address text={logout_uri} label="Copy the logout address" />
        </li>
      )}
      {guide.scim !== undefined && (
        <li>
          To keep members in sync with the directory, go to {guide.scim}. Use an API key with the role “directory” and
          this address:
          <Address text={scim_url} label="Copy the SCIM address" />
        </li>
      )}
      <li>
        {provider.configured
          ? 'This service is set up with:'
          : 'Set this on every node of the service, and restart it:'}
        <div className="mt-1.5 space-y-2">
          <CodeBlock label="Settings of the service">{settings}</CodeBlock>
          {!provider.configured && <CopyButton text={settings} label="Copy the settings" />}
        </div>
      </li>
      {guide.note !== undefined && <li className="text-soft">{guide.note}</li>}
    </ol>
  );
}

function Address({ text, label }: { text: string; label: string }) {
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-md bg-sunken px-2 py-1 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
