/**
 * A request may be answered before its body has arrived: its key is bad, its type is wrong, it is too large. Closing a connection on which
 * the client is still sending resets it, and the client sees a broken pipe instead of the answer. So if the connection closes after the
 * answer, the rest of the body is read and dropped first, within limits. (If it stays open, Node continues reading.)
 */
import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 10_000;

/** Resolves at the end of the body, or when a limit is reached. */
export function drainBody(message: IncomingMessage): Promise<void> {
  if (message.readableEnded || message.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) finish();
    };
    const finish = () => {
      clearTimeout(timer);
      message.off('data', onData).off('end', finish).off('close', finish).off('error', finish);
      resolve();
    };
    const timer = setTimeout(finish, MAX_MS);
    message.on('data', onData).on('end', finish).on('close', finish).on('error', finish);
    message.resume();
  });
}
