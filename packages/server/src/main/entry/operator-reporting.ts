/** Logins for BI tools, for the operator, with the connection details for a tool. */

import type { Queryable } from '../../database/database.ts';
import {
  type GrantedLogin,
  type GrantRequest,
  grantLogin,
  type RevokedLogin,
  revokeLogins,
} from '../../outbound/warehouse/reporting/manage-logins.ts';
import { createLoginStore, type ListedLogin } from '../../outbound/warehouse/store/reporting/login-store.ts';
import type { Config } from '../config.ts';
import type { Storage } from '../open-storage.ts';

export interface ReportingAddress {
  /** Undefined if no tool can reach the database yet. */
  host: string | undefined;
  port: number;
  database: string;
}

export interface OperatorReporting {
  grant(workspace: string, request: GrantRequest): Promise<GrantedLogin & ReportingAddress>;
  list(workspace?: string): Promise<ListedLogin[]>;
  revoke(workspace: string, login: string | undefined): Promise<RevokedLogin[]>;
}

export function operatorReporting(
  { database, isEmbedded }: Pick<Storage, 'database' | 'isEmbedded'>,
  { config, idOf }: { config: Config; idOf(workspace: string): Promise<string> },
): OperatorReporting {
  const store = createLoginStore(database, { isEmbedded });
  return {
    grant: async (workspace, request) => ({
      ...(await grantLogin(store, await idOf(workspace), request)),
      ...(isEmbedded ? await embeddedAddress(database) : addressOf(config)),
    }),
    list: async (workspace) => store.list(workspace === undefined ? undefined : await idOf(workspace)),
    revoke: async (workspace, login) => revokeLogins(store, await idOf(workspace), login),
  };
}

/** As the server runs, whatever this command's shell has set. */
async function embeddedAddress(database: Queryable): Promise<ReportingAddress> {
  const { rows } = await database.query<{ host: string; port: number; database: string }>(
    `SELECT current_setting('listen_addresses') AS host, current_setting('port')::integer AS port, current_database() AS database`,
  );
  const { host = '', port = 0, database: name = '' } = rows[0] ?? {};
  return { host: host === '' ? undefined : host, port, database: name };
}

/** The standby if there is one: there a tool cannot slow anything down. */
function addressOf({ databaseUrl, databaseReadUrl }: Config): ReportingAddress {
  const url = databaseReadUrl ?? databaseUrl ?? '';
  // The platform's URL parser does not accept a URL without a host (of a socket).
  const [, host = '', port, name = ''] = /^[^:]+:\/\/(?:[^/?]*@)?([^/?:]*)(?::(\d+))?\/?([^?]*)/.exec(url) ?? [];
  return { host: host || 'localhost', port: Number(port ?? 5432), database: decodeURIComponent(name) };
}
