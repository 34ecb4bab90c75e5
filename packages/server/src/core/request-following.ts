/** A request to an address chosen by a user that follows a few redirects; headers that are not meant for another host are not sent to it. */
import type { OutboundOutcome, OutboundRequest, SendRequest } from './outbound.ts';

export interface RequestFollowing {
  /** Through the outbound guard. */
  request: SendRequest;
  /** Throws with the reason if a URL is not public or not well-formed. */
  parseUrl(text: string): URL;
}

export type FollowedOutcome = OutboundOutcome | { invalid: string };

const MOST_REDIRECTS = 3;

/** `kept`: headers that are sent to another host too. */
export async function requestFollowing(
  deps: RequestFollowing,
  request: Omit<OutboundRequest, 'url' | 'headers'> & { url: string; headers: Record<string, string> },
  owner: string,
  signal: AbortSignal,
  kept: Record<string, string> = {},
): Promise<FollowedOutcome> {
  const { method, body, mostBytes } = request;
  let next: { url: string; headers: Record<string, string> } = request;
  for (let redirects = 0; ; redirects += 1) {
    const url = urlOf(deps, next.url);
    if ('invalid' in url) return url;
    const headers = { ...next.headers, ...kept };
    const outcome = await deps.request({ method, url, headers, body, mostBytes }, signal, owner);
    if (outcome.fault !== undefined || outcome.location === undefined) return outcome;
    if (outcome.status < 300 || outcome.status >= 400 || method !== 'GET' || redirects === MOST_REDIRECTS)
      return outcome;
    const target = URL.parse(outcome.location, url.href);
    if (target === null) return outcome;
    next = { url: target.href, headers: target.origin === url.origin ? next.headers : {} };
  }
}

function urlOf({ parseUrl }: RequestFollowing, text: string): URL | { invalid: string } {
  try {
    return parseUrl(text);
  } catch (error) {
    return { invalid: `the URL cannot be used. ${(error as { detail?: string }).detail ?? ''}`.trim() };
  }
}
