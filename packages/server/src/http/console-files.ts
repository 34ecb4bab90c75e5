/**
 * The console's static files: only GET and HEAD below `/console`, `/docs` and `/guides`, so that they never affect the API. Pages
 * of the console are all `index.html`, those of the API reference `reference.html`, and each guide has a file; a file that does not exist
 * is a 404 and never a page, so that a stale tab fails loudly.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesGzip } from './takes-gzip.ts';

/** File contents by path below the build directory, such as `assets/index-a1b2.js`. */
export type ConsoleFiles = ReadonlyMap<string, Buffer>;

/** Scripts and styles from our own bundle only: conversation text that looks like markup stays text. */
const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
};

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Brickwork console</title></head>
<body><h1>The console is not built</h1><p>Run <code>npm run build</code> in the checkout and restart the service. The API works without it: see <a href="/openapi.json">/openapi.json</a>.</p></body></html>`;

const compress = promisify(gzip);

interface Stored {
  body: Buffer;
  /** Compressed on the first request: after most starts nobody opens the console. */
  gzipped(): Promise<Buffer>;
  headers: Record<string, string>;
}

export function registerConsole(fastify: FastifyInstance, files: ConsoleFiles | undefined): void {
  const stored = new Map([...(files ?? [])].map(([path, body]) => [path, store(path, body)]));
  const pageOf = (name: string) => stored.get(name) ?? store(name, Buffer.from(NOT_BUILT));
  const serve = (below: string, find: (path: string, reply: FastifyReply) => Stored | undefined) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const file = find((request.params as { '*'?: string })['*'] ?? '', reply);
      if (file === undefined) throw new ServiceError('not_found');
      return send(request, reply, file);
    };
    for (const url of [below, `${below}/*`]) {
      fastify.route({ method: 'GET', url, handler: answer });
      fastify.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url, onRequest: refuse, handler: refuse });
    }
  };
  const [console, reference, missing] = ['index.html', 'reference.html', 'guides/not-found.html'].map(pageOf);
  serve('/console', (path) => (isPage(path) ? console : stored.get(path)));
  serve('/docs', (path) => (isPage(path) ? reference : undefined));
  serve('/guides', (path, reply) => {
    if (!isPage(path)) return undefined;
    const guide = stored.get(`guides/${path.replace(/\/$/, '') || 'index'}.html`);
    if (guide === undefined && files !== undefined) reply.code(404);
    return guide ?? missing;
  });
}

async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('allow', 'GET, HEAD');
  throw new ServiceError('method_not_allowed', { detail: `${request.method} is not one of GET, HEAD.` });
}

/** A page has no dot in its last segment; run ids, kit codes and slugs have none either. */
function isPage(path: string): boolean {
  return !`${path}/`.startsWith('assets/') && !(path.split('/').at(-1) ?? '').includes('.');
}

function store(path: string, body: Buffer): Stored {
  // Names below assets/ contain a hash of their contents; everything else is revalidated each time.
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
  reply.headers(headers);
  return takesGzip(request.headers) ? reply.header('content-encoding', 'gzip').send(await gzipped()) : reply.send(body);
}
