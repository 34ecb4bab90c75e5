/** Creates the OpenAPI document in a separate thread: no request waits meanwhile. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OpenApiFile } from '../../http/endpoints/service.ts';

export function createOpenApi(version: string): () => Promise<OpenApiFile> {
  let made: Promise<OpenApiFile> | undefined;
  return () => {
    made ??= make(version).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function make(version: string): Promise<OpenApiFile> {
  const worker = new Worker(new URL(`./openapi-worker${extname(import.meta.url)}`, import.meta.url));
  worker.unref(); // A stop does not wait for it.
  worker.postMessage({ version });
  const [file] = await once(worker, 'message');
  return file as OpenApiFile;
}
