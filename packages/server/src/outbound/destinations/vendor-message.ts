/**
 * A service's message about a request that it refused, for the log: a sentence from the usual places of an error body, without the values
 * that were sent. Services often quote those, and a log must not reveal what was said in a conversation.
 */
const MOST = 300;
/** Shorter texts occur in every sentence: `yes`, `no`. */
const SHORTEST_HIDDEN = 4;

export function vendorMessage(response: Buffer, sent: readonly string[]): string | undefined {
  const found = sentenceIn(readJson(response.toString('utf8')));
  if (found === undefined) return undefined;
  const hidden = sent
    .filter((text) => text.length >= SHORTEST_HIDDEN)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, value) => text.replaceAll(value, '…'), found);
  return hidden.length > MOST ? `${hidden.slice(0, MOST - 1)}…` : hidden;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A page of a proxy, or truncated: nothing in it can be quoted safely.
  }
}

/** HubSpot: message. Salesforce: [{ errorCode, message }]. Zendesk: error, description. Intercom: errors: [{ code, message }]. OAuth: error_description. */
function sentenceIn(body: unknown): string | undefined {
  if (Array.isArray(body)) return sentenceIn(body[0]);
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  if (Array.isArray(fields.errors) && fields.message === undefined) return sentenceIn(fields.errors[0]);
  if (typeof fields.error === 'object' && fields.error !== null) return sentenceIn(fields.error);
  const code = [fields.errorCode, fields.code, fields.error, fields.category].find((each) => typeof each === 'string');
  const words = [fields.message, fields.error_description, fields.description, fields.title].find(
    (each) => typeof each === 'string',
  );
  const parts = [code, words].filter((part): part is string => typeof part === 'string' && part !== '');
  return parts.length === 0 ? undefined : parts.join(': ').replace(/\s+/g, ' ').slice(0, 4_000);
}
