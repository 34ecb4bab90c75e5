/** Values from a request's headers, read from the raw list if a repeated header matters. */
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

const WELL_FORMED = /^[\x21-\x7e]{1,128}$/;

/** The caller's request id if it is well-formed, otherwise a new one. */
export function requestIdOf(message: IncomingMessage): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : `req_${newUuid().replaceAll('-', '')}`;
}
