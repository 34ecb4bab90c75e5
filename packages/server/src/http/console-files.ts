/**
 * The console's static files: GET and HEAD below `/console`, nothing else, so that they never affect the API. Pages of the
 * console are all `index.html`; a file that does not exist is a 404 and never a page, so that a stale tab fails loudly.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** File contents by path below the build directory, such as `assets/index-a1b2.js`. */
export type ConsoleFiles = ReadonlyMap<string, Buffer>;

/** Scripts and styles from our own bundle only: conversation text that looks like markup stays text. */
const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Brickwork console</title></head>
<body><h1>The console is not built</h1><p>Run <code>npm run build</code> in the checkout and restart the service. The API works without it: see <a href="/docs">/docs</a>.</p></body></html>`;

const compress = promisify(gzip);

interface Stored {
  body: Buffer;
  /** Compressed when it is first asked for: most starts show nobody the console. */
  gzipped(): Promise<Buffer>;
  headers: Record<string, string>;
}

export function registerConsole(fastify: FastifyInstance, files: ConsoleFiles | undefined): void {
  const stored = new Map([...(files ?? [])].map(([path, body]) => [path, store(path, body)]));
  const page = stored.get('index.html') ?? store('index.html', Buffer.from(NOT_BUILT));
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.params as { '*'?: string })['*'] ?? '';
    const file = isPage(path) ? page : stored.get(path);
    if (file === undefined) throw new ServiceError('not_found');
    return send(request, reply, file);
  };
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', 'GET, HEAD');
    throw new ServiceError('method_not_allowed', { detail: `${request.method} is not one of GET, HEAD.` });
  };
  for (const url of ['/console', '/console/*']) {
    fastify.route({ method: 'GET', url, handler: answer });
    fastify.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, onRequest: refuse, handler: refuse });
  }
}

/** A page has no dot in its last segment; run ids, kit codes and slugs have none either. */
function isPage(path: string): boolean {
  return !`${path}/`.startsWith('assets/') && !(path.split('/').at(-1) ?? '').includes('.');
}

function store(path: string, body: Buffer): Stored {
  // Names below assets/ carry a hash of their contents; everything else is revalidated each time.
  const isHashed = path.startsWith('assets/');
  let gzipped: Promise<Buffer> | undefined;
  return {
    body,
    gzipped() {
      gzipped ??= compress(body, { level: 9 });
      return gzipped;
    },
    headers: {
      'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': CONSOLE_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      vary: 'accept-encoding',
    },
  };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, gzipped, headers }: Stored,
): Promise<FastifyReply> {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/.test(request.headers['accept-encoding'] ?? '');
  reply.headers(headers);
  return takesGzip ? reply.header('content-encoding', 'gzip').send(await gzipped()) : reply.send(body);
}
