/** Entry point `@brickwork/server/serve`: the service in this process. */
import type { Logger } from '../../core/logger.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../create-logger.ts';
import { type RunningService, serve as serveWith } from '../serve.ts';

export type { FirstStart } from '../first-start.ts';

export interface StartedService extends RunningService {
  logger: Logger;
}

/**
 * Starts the service and resolves once it answers requests. `overrides` win over the environment. Aborting `stopping` ends the wait for a
 * database that is away, with an AbortError.
 *
 *     const service = await serve(process.env, { PORT: '9000' });
 *     await service.stop();
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  overrides: Partial<Record<string, string>> = {},
  stopping?: AbortSignal,
): Promise<StartedService> {
  const config = readConfig(environment, overrides);
  const logger = createLogger(config);
  return { ...(await serveWith(config, logger, stopping)), logger };
}
