/** Errors of the client in the words that the console shows. */
import { ApiError, ConnectionError } from '@brickwork/client';

export interface KitFault {
  path: string;
  message: string;
  hint?: string;
}

/** What happened, and what to do where there is something to do; the service's detail says which field it is about. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    const { message } = error.body;
    if (typeof message !== 'string') return error.detail ?? `The service answered ${error.status}.`;
    return error.detail === undefined || error.detail === message ? message : `${message} ${error.detail}`;
  }
  if (error instanceof ConnectionError) return 'The service cannot be reached. Is it running?';
  return error instanceof Error ? error.message : 'Something unexpected happened.';
}

/** What the service found wrong with a kit; empty for every other error. */
export function kitFaultsOf(error: unknown): readonly KitFault[] {
  return error instanceof ApiError && Array.isArray(error.body.faults) ? (error.body.faults as KitFault[]) : [];
}

/** The request did not get through, or the service failed: trying again may help. What it refuses, it would refuse again. */
export function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
