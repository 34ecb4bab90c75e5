/** Moments of a recording: how they read, and where they lead when the run's metadata name the recording. */
import type { Conversation, EvidenceSpan } from '@brickwork/client';

/**
 * `metadata.recording_url` at this moment: `{seconds}` in it is replaced, else a media fragment (`#t=65`) is added, which browsers and many players
 * understand. Only web addresses are links.
 */
export function recordingLink(
  metadata: Readonly<Record<string, string>> | undefined,
  seconds: number,
): string | undefined {
  const given = metadata?.recording_url;
  const whole = String(Math.max(0, Math.floor(seconds)));
  if (given === undefined || !/^https?:\/\//i.test(given) || !URL.canParse(given)) return undefined;
  if (given.includes('{seconds}')) return given.replaceAll('{seconds}', whole);
  const url = new URL(given);
  url.hash = `t=${whole}`;
  return url.href;
}

/** When the words of a span were said, as far as the input has times: the start of their turn. */
export function momentOf(conversation: Conversation | undefined, span: EvidenceSpan | undefined): number | undefined {
  if (conversation === undefined || span === undefined) return undefined;
  return conversation.turns.find(({ index }) => index === span.turn)?.start_seconds;
}
