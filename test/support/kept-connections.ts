/** Requests over connections that are kept, with Node's own client: `fetch` takes twice the CPU, and the tests send tens of thousands of them. */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface Sent {
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

export interface Received {
  status: number;
  headers: Headers;
  /** Of the content. */
  type: string;
  text: string;
}

export function keepConnections(url: string) {
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, path: string, { headers, body }: Sent): Promise<Received> =>
    new Promise<Received>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = request(url + path, { agent, method, headers: { ...length, ...headers } }, (response) =>
        read(response).then(resolve, reject),
      );
      // The server closed the connection, which nobody had used for a minute, as the request was written.
      const isStale = (error: NodeJS.ErrnoException) => sent.reusedSocket && error.code === 'ECONNRESET';
      sent.on('error', (error) =>
        isStale(error) ? send(method, path, { headers, body }).then(resolve, reject) : reject(error),
      );
      // As bytes: with a text, Node would write the headers in its encoding.
      sent.end(typeof body === 'string' ? Buffer.from(body) : body);
    });
  return { send, close: () => agent.destroy() };
}

async function read(response: IncomingMessage): Promise<Received> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  return {
    status: response.statusCode ?? 0,
    // Made when somebody looks: most do not.
    get headers() {
      const all = new Headers();
      for (const [name, values = []] of Object.entries(response.headersDistinct))
        for (const value of values) all.append(name, value);
      return all;
    },
    type: response.headers['content-type'] ?? '',
    text,
  };
}
