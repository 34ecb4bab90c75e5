/** Starts and stops one node: config → database → migrations → background work → HTTP, and back in reverse. */
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../core/logger.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { watchSchema } from '../database/watch-schema.ts';
import { composeService, type Service } from './compose.ts';
import type { Config } from './config.ts';
import { type FirstStart, firstStart, isFirstStart } from './first-start.ts';
import { openStorage, type Storage } from './open-storage.ts';

export interface RunningService {
  url: string;
  storage: Storage;
  /** What was created in an empty data directory; shown once. */
  first: FirstStart | undefined;
  /** Resolves with a sentence when a newer release has migrated the database beyond what this one supports. */
  outdated: Promise<string>;
  stop(): Promise<void>;
}

/** `stopping` ends the wait for an unavailable database: an AbortError is thrown. */
export async function serve(config: Config, logger: Logger, stopping?: AbortSignal): Promise<RunningService> {
  const storage = await openStorage(config, logger, 'service', 'migrate', stopping);
  try {
    const service = await composeService(config, storage, logger);
    const keysFile = join(resolve(config.dataDir), 'first-keys.json');
    service.readiness.isSettingUp = storage.isEmbedded && (await isFirstStart(service, keysFile));
    const url = await startService(service, config);
    // After the port is known to be free: the keys are shown once, and a failed start could not show them.
    const first = storage.isEmbedded ? await firstStartOf(service, keysFile, logger) : undefined;
    service.readiness.isSettingUp = false;
    service.prepareOpenApi();
    const schema = watchSchema(storage.database, logger);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      schema.stop();
      service.drain();
      const closed = service.app.fastify.close();
      await Promise.race([closed, sleep(config.drainMs, undefined, { ref: false })]);
      service.app.fastify.server.closeAllConnections();
      await closed;
      await service.background.stop();
      await storage.close();
    };
    return {
      url,
      storage,
      first,
      outdated: schema.outdated,
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function firstStartOf(service: Service, keysFile: string, logger: Logger): Promise<FirstStart | undefined> {
  try {
    return await firstStart(service, keysFile, logger);
  } catch (error) {
    service.drain();
    await service.app.fastify.close();
    await service.background.stop();
    throw error;
  }
}

async function startService(service: Service, config: Config): Promise<string> {
  try {
    await service.background.start();
    return await listen(service.app.fastify, config);
  } catch (error) {
    await service.background.stop();
    throw error;
  }
}

type Listener = Service['app']['fastify'];

async function listen(fastify: Listener, { host, port }: Config): Promise<string> {
  try {
    await fastify.listen({ host, port });
  } catch (error) {
    await fastify.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is in use. Stop the process that uses it, or choose another port with PORT=….`,
        {
          cause: error,
        },
      );
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`Cannot listen on ${host}:${port} (${code}). Choose another HOST or PORT.`, {
        cause: error,
      });
    }
    throw error;
  }
  const address = fastify.server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${shown === '0.0.0.0' || shown === '[::]' ? 'localhost' : shown}:${address.port}`;
}
