/** A reader's thread on a machine where the model cannot be loaded. */
import { type MessagePort, parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ port }: { port: MessagePort }) => {
  port.on('message', () => {
    parentPort?.postMessage({ unavailable: 'no runtime' });
    port.postMessage({ ok: false, isUnavailable: true, reason: 'no runtime' });
  });
});
