/** The reading model as an evaluation thread sees it: a function that asks the thread at the other end of a port. */
import type { MessagePort } from 'node:worker_threads';
import type { ReaderReply } from './reader-worker.ts';
import { ReaderUnavailableError, type ReadModel } from './reading.ts';

export function connectReader(port: MessagePort): ReadModel {
  return (request) =>
    new Promise((resolve, reject) => {
      const onClose = () => reject(new ReaderUnavailableError('its thread has ended'));
      port.once('close', onClose);
      port.once('message', (reply: ReaderReply) => {
        port.off('close', onClose);
        if (reply.ok) resolve(reply.readings);
        else
          reject(
            reply.isUnavailable
              ? new ReaderUnavailableError(reply.reason, { isLasting: true })
              : new Error(reply.reason),
          );
      });
      port.postMessage(request);
    });
}
