/**
 * Writes what is generated from the code: schema.sql from the migrations, docs/reference/errors.md from the registry, the table of settings, the page of
 * shapes, the guide's tables of roles, the client's types from the contract, its resources, the Python client, and the commands that are one call.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@brickwork/server/core/logger';
import { openDatabase } from '@brickwork/server/database/database';
import { dumpSchema } from '@brickwork/server/database/dump-schema';
import { startEmbeddedPostgres } from '@brickwork/server/database/embedded/embedded-postgres';
import { migrate } from '@brickwork/server/database/migrate';
import { CLIENT_RESOURCES, clientResources } from './client-resources.ts';
import { CLIENT_TYPES, clientTypes } from './client-types.ts';
import { DESTINATION_PAGES, destinationPages } from './destination-pages.ts';
import { errorReference } from './error-reference.ts';
import { PLAIN_COMMANDS_FILE, plainCommands } from './plain-commands.ts';
import { PRESET_PAGES, presetPages } from './preset-pages.ts';
import { pythonClient } from './python-client.ts';
import { ROLES_GUIDE, withRolesTables } from './roles-table.ts';
import { SETTINGS_PAGE, withSettingsTable } from './settings-table.ts';
import { SHAPES_PAGE, shapesPage } from './shapes-table.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'brickwork-schema-'));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, kind: 'service', logger: silentLogger });
const database = openDatabase({
  connection: { ...postgres.connection },
  poolSize: 2,
  statementTimeoutMs: 30_000,
  logger: silentLogger,
});
await migrate(database);
writeFileSync('packages/server/src/database/schema.sql', await dumpSchema(database));
await database.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
mkdirSync('docs/reference', { recursive: true });
writeFileSync('docs/reference/errors.md', errorReference());
writeFileSync(SETTINGS_PAGE, withSettingsTable(readFileSync(SETTINGS_PAGE, 'utf8')));
writeFileSync(SHAPES_PAGE, shapesPage());
writeFileSync(ROLES_GUIDE, withRolesTables(readFileSync(ROLES_GUIDE, 'utf8')));
mkdirSync(PRESET_PAGES, { recursive: true });
for (const [name, text] of presetPages()) writeFileSync(join(PRESET_PAGES, name), text);
mkdirSync(DESTINATION_PAGES, { recursive: true });
for (const [name, text] of destinationPages()) writeFileSync(join(DESTINATION_PAGES, name), text);
for (const [name, text] of clientTypes()) writeFileSync(join(CLIENT_TYPES, name), text);
writeFileSync(CLIENT_RESOURCES, clientResources());
writeFileSync(PLAIN_COMMANDS_FILE, plainCommands());
for (const [path, text] of pythonClient()) writeFileSync(path, text);
console.log(
  'Wrote schema.sql, docs/reference/errors.md, the table of settings, the page of shapes, the tables of roles, the pages of presets, the client’s types and its resources, the Python client, plain commands',
);
