import type { TestService } from '../../../../../../test/support/test-service.ts';
import { workspaceTables } from '../../../../src/database/backup/workspace-tables.ts';

/** Those that rows of a workspace are moved from. */
export const tablesOf = (service: TestService, uuid: string, lanes: readonly string[]) =>
  service.testDatabase.database
    .connect()
    .then((client) => workspaceTables(client, { uuid, lanes }).finally(() => client.end()));

export const uuidOf = async (service: TestService) =>
  (await service.testDatabase.database.query<{ id: string }>(`SELECT id FROM workspaces WHERE name = 'default'`))
    .rows[0]?.id ?? '';
