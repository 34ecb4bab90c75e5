import { join, resolve } from 'node:path';

/** Below the service's data directory, so that it finds what the command has installed. */
export function modelsDirectory(dataDir = process.env.BRICKWORK_DATA_DIR || '.brickwork'): string {
  return join(resolve(dataDir), 'models');
}
