/** The identity provider, as people's sign-in needs it: reachable, on the same time, and with a mapping that leads somewhere. */

import { fetchFromIssuer } from '../access/members/fetch-from-issuer.ts';
import { editableClaims } from '../access/members/grants.ts';
import type { Database } from '../database/database.ts';
import type { Config } from './config.ts';
import { providerSettings } from './features/members.ts';
import type { Finding } from './finding.ts';

const NAME = 'identity provider';
const TIMEOUT_MS = 8_000;
/** What a sign-in forgives. */
const MOST_SKEW_SECONDS = 60;

export async function examineProvider(config: Config, database: Database): Promise<Finding[]> {
  const settings = providerSettings(config);
  if (settings === undefined) return [];
  return [await reach(settings.issuer), ...(await mapping(config, database))];
}

async function reach(issuer: string): Promise<Finding> {
  const address = `${issuer}/.well-known/openid-configuration`;
  try {
    const before = Date.now();
    const response = await fetchFromIssuer(issuer)(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return fault(`${address} answers ${response.status}. Check BRICKWORK_OIDC_ISSUER.`);
    const { issuer: named } = (await response.json()) as { issuer?: unknown };
    if (String(named).replace(/\/+$/, '') !== issuer)
      return fault(`calls itself ${String(named)}. BRICKWORK_OIDC_ISSUER must be exactly that.`);
    const skew = skewOf(response.headers.get('date'), (before + Date.now()) / 2);
    if (skew !== undefined && Math.abs(skew) > MOST_SKEW_SECONDS)
      return fault(
        `its clock and this one differ by ${Math.round(Math.abs(skew))} seconds; sign-ins allow ${MOST_SKEW_SECONDS}. Set the clocks with NTP.`,
      );
    return { level: 'ok', name: NAME, text: `${issuer} is reachable, and its clock agrees` };
  } catch (error) {
    return fault(`${address} cannot be reached: ${(error as Error).message}. People cannot sign in by it.`);
  }
}

/** In seconds; the header has whole ones. */
function skewOf(date: string | null, now: number): number | undefined {
  const there = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(there) ? undefined : (now - there) / 1_000;
}

async function mapping({ oidcGroups }: Config, database: Database): Promise<Finding[]> {
  const { rows } = await database.query<{ name: string }>('SELECT name FROM workspaces');
  const known = new Set(rows.map(({ name }) => name));
  const missing = [...new Set(oidcGroups.map(({ workspace }) => workspace))].filter((name) => !known.has(name));
  const unsafe = editableClaims(oidcGroups).map((text): Finding => ({ level: 'warning', name: NAME, text }));
  const absent = missing.map(
    (name): Finding => ({
      level: 'warning',
      name: NAME,
      text: `BRICKWORK_OIDC_GROUPS names the workspace ${name}, which does not exist; create it, or correct the name`,
    }),
  );
  return [...absent, ...unsafe];
}

function fault(text: string): Finding {
  return { level: 'fault', name: NAME, text };
}
