/** The parts of a request that its signature can depend on. */
import type { IncomingHttpHeaders } from 'node:http';

export interface SentDelivery {
  method: string;
  /** Host and path as the caller named them; behind a proxy, the scheme is not known. */
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** `?token=` of the URL. */
  queryToken: string | undefined;
  body: Buffer;
}
