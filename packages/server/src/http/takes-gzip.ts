import type { IncomingHttpHeaders } from 'node:http';

export function takesGzip(headers: IncomingHttpHeaders): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));
}
