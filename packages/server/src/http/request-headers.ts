/** What the headers of a request say, read from the raw list where a repeated header matters. */
import type { IncomingMessage } from 'node:http';
import { newUuid } from '../core/ids.ts';

export function headerValues(message: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  const { rawHeaders } = message;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}

const SANE = /^[\x21-\x7e]{1,128}$/;

/** The caller's own id when it is sane, else one of ours. */
export function requestIdOf(message: IncomingMessage): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : `req_${newUuid().replaceAll('-', '')}`;
}
