/** Checks the logins of BI tools: whether they exist, and can only read the views. */
import { createLoginStore } from '../outbound/warehouse/store/reporting/login-store.ts';
import type { Finding } from './finding.ts';
import type { Storage } from './open-storage.ts';

export async function examineReporting({
  database,
  isEmbedded,
}: Pick<Storage, 'database' | 'isEmbedded'>): Promise<Finding[]> {
  const logins = await createLoginStore(database, { isEmbedded }).list();
  const findings = logins.flatMap(({ login, exists, excess }): Finding[] => {
    const name = `reporting login ${login}`;
    if (!exists)
      return [
        { level: 'warning', name, text: 'its role does not exist on this server; revoke it and grant a new one' },
      ];
    return excess.map(({ what, fix }) => ({ level: 'fault', name, text: `${what}; run: ${fix};` }));
  });
  if (logins.length === 0 || findings.length > 0) return findings;
  return [{ level: 'ok', name: 'reporting', text: `${logins.length} logins, which read the views and nothing else` }];
}
