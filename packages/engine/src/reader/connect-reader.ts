/** The reading model from the point of view of an evaluation thread: a function that sends requests over a port. */
import type { MessagePort } from 'node:worker_threads';
import { type ReaderReply, ReaderUnavailableError, type ReadModel } from './reading.ts';

export function connectReader(port: MessagePort): ReadModel {
  return (request) =>
    new Promise((resolve, reject) => {
      const onClose = () => reject(new ReaderUnavailableError('its process has ended'));
      port.once('close', onClose);
      port.once('message', (reply: ReaderReply) => {
        port.off('close', onClose);
        if (reply.ok) resolve(reply.readings);
        else if (reply.fault === 'failed') reject(new Error(reply.reason));
        else reject(new ReaderUnavailableError(reply.reason, { isLasting: reply.fault === 'unavailable' }));
      });
      port.postMessage(request);
    });
}
