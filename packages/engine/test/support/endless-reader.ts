/** A reader's thread that works on every request for ever, and says how long it has worked. */
import { type MessagePort, parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ port, used }: { port: MessagePort; used: SharedArrayBuffer }) => {
  port.on('message', () => {
    new Float64Array(used)[0] = 3_600_000;
  });
});
