/** Errors of the client in the words that the console shows. */
import { ApiError, ConnectionError } from '@brickwork/client';

export interface KitFault {
  path: string;
  message: string;
  hint?: string;
}

/** A clause for whoever reads the answer as JSON: "; `detail` names it". */
const ABOUT_DETAIL = /[;,] `detail` [^.]*(?=\.)/;

/** What happened, and what to do where there is something to do. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    const { message } = error.body;
    const { detail } = error;
    if (typeof message !== 'string') return detail ?? `The service answered ${error.status}.`;
    if (ABOUT_DETAIL.test(message))
      return detail === undefined ? message.replace(ABOUT_DETAIL, '') : aboutField(detail);
    return detail === undefined || detail === message ? message : `${message} ${detail}`;
  }
  if (error instanceof ConnectionError) return 'The service cannot be reached. Is it running?';
  return error instanceof Error ? error.message : 'Something unexpected happened.';
}

/** `retention.run_days: must be 1 or more` → `Run days must be 1 or more.` */
function aboutField(detail: string): string {
  const [, path, text] = /^([a-z_]+(?:[.[][\w\]-]+)*): (.+)$/s.exec(detail) ?? [];
  if (path === undefined || text === undefined) return sentence(detail);
  const name =
    path
      .match(/[a-z_]{2,}/g)
      ?.at(-1)
      ?.replaceAll('_', ' ') ?? path;
  return sentence(/^(?:must|is|has|cannot|may)\b/.test(text) ? `${name} ${text}` : `${name}: ${text}`);
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** The service's faults of a kit; empty for every other error. */
export function kitFaultsOf(error: unknown): readonly KitFault[] {
  return error instanceof ApiError && Array.isArray(error.body.faults) ? (error.body.faults as KitFault[]) : [];
}

/** The request did not get through, or the service failed: trying again may help. What it refuses, it would refuse again. */
export function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
