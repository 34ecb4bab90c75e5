/** A request to an address chosen by a user, as rooms see it; `outbound/webhooks/send/` makes the connection. */
export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Of the response; the rest is not read. */
  mostBytes: number;
}

/** `fault` is one of our own codes: the text of an error may quote the server's response. */
export type OutboundOutcome =
  | {
      status: number;
      response: Buffer;
      isWhole: boolean;
      retryAfter: string | undefined;
      location: string | undefined;
      fault?: undefined;
    }
  | { fault: string };

/** Errors of the server or the network are returned as faults, never thrown. `owner` is the workspace that sends. */
export type SendRequest = (request: OutboundRequest, signal: AbortSignal, owner?: string) => Promise<OutboundOutcome>;

export type PostOutcome =
  | { status: number; response: Buffer; retryAfter: string | undefined; fault?: undefined }
  | { fault: string };

/** Posts a body, and keeps little of the response. */
export type Post = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  owner?: string,
) => Promise<PostOutcome>;
