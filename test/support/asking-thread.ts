/** Asks from a thread of its own, so that what the asking costs is not taken for what the answering costs. */
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

export interface Asked {
  status: number;
  bytes: number;
  /** The first 300 characters. */
  beginning: string;
}

interface Question {
  url: string;
  key: string;
}

export function startAskingThread() {
  const worker = new Worker(new URL(import.meta.url));
  return {
    get: (url: string, key: string): Promise<Asked> =>
      new Promise((resolve, reject) => {
        worker.removeAllListeners().once('message', resolve).once('error', reject);
        worker.postMessage({ url, key } satisfies Question);
      }),
    stop: () => worker.terminate(),
  };
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  port.on('message', async ({ url, key }: Question) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    let bytes = 0;
    let beginning = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (beginning.length < 300) beginning += decoder.decode(chunk, { stream: true });
    }
    port.postMessage({ status: response.status, bytes, beginning: beginning.slice(0, 300) } satisfies Asked);
  });
}
