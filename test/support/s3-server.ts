/**
 * Object storage in memory that speaks as much of S3 as a data set needs: objects, multipart uploads, conditional writes. It computes every
 * signature (AWS Signature Version 4) itself from what arrived, so a client that signs wrongly is refused.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const S3_KEY = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret of tests' };

interface StoredObject {
  bytes: Buffer;
  tag: string;
  modifiedAt: Date;
}

export interface S3Server {
  url: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  /** METHOD and path of every request that was accepted. */
  requests: string[];
  /** Called before a request is answered; what it throws closes the connection. */
  onRequest:
    | ((method: string, key: string, body: Buffer, headers: IncomingHttpHeaders) => void | Promise<void>)
    | undefined;
  close(): Promise<void>;
}

export async function startS3Server(bucket = 'calls'): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer(async (request, response) => {
    const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body);
    const fault = (status: number, code: string) =>
      answer(status, `<Error><Code>${code}</Code><Message>no</Message></Error>`);
    try {
      const raw = await buffer(request);
      const url = new URL(request.url ?? '', 'http://s3');
      const refusal = checkSignature(request, url, raw);
      if (refusal !== undefined) return fault(403, refusal);
      const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent);
      if (name !== bucket) return fault(404, 'NoSuchBucket');
      const key = rest.join('/');
      const method = request.method ?? '';
      await state.onRequest?.(method, key, raw, request.headers);
      state.requests.push(`${method} ${key}`);
      const known = objects.get(key);
      const { 'if-none-match': ifNone, 'if-match': ifMatch } = request.headers;
      if (
        method === 'PUT' &&
        ((ifNone === '*' && known !== undefined) || (ifMatch !== undefined && known?.tag !== ifMatch))
      )
        return fault(412, 'PreconditionFailed');
      const uploadId = url.searchParams.get('uploadId');
      const store = (bytes: Buffer) => {
        const tag = `"${createHash('md5').update(bytes).digest('hex')}"`;
        objects.set(key, { bytes, tag, modifiedAt: new Date() });
        return tag;
      };
      if (method === 'POST' && url.searchParams.has('uploads')) {
        const id = randomUUID();
        uploads.set(id, new Map());
        return answer(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      if (uploadId !== null && !uploads.has(uploadId)) return fault(404, 'NoSuchUpload');
      if (method === 'PUT' && uploadId !== null) {
        uploads.get(uploadId)?.set(Number(url.searchParams.get('partNumber')), bodyOf(request, raw));
        return answer(200, '', { etag: `"${createHash('md5').update(raw).digest('hex')}"` });
      }
      if (method === 'POST' && uploadId !== null) {
        const parts = [...(uploads.get(uploadId) ?? [])].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
        uploads.delete(uploadId);
        return answer(
          200,
          `<CompleteMultipartUploadResult><ETag>${store(Buffer.concat(parts))}</ETag></CompleteMultipartUploadResult>`,
        );
      }
      if (method === 'PUT') return answer(200, '', { etag: store(bodyOf(request, raw)) });
      if (method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      if (known === undefined) return fault(404, 'NoSuchKey');
      return response
        .writeHead(200, {
          etag: known.tag,
          'last-modified': known.modifiedAt.toUTCString(),
          'content-length': known.bytes.length,
        })
        .end(known.bytes);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const state: S3Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    requests: [],
    onRequest: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return state;
}

/** A body that is sent in signed or checked chunks: `SIZE[;…]\r\nBYTES\r\n … 0\r\n`. */
function bodyOf(request: IncomingMessage, raw: Buffer): Buffer {
  if (!String(request.headers['x-amz-content-sha256']).startsWith('STREAMING')) return raw;
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = raw.indexOf('\r\n', at);
    const size = Number.parseInt(raw.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(raw.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

/** The code of the refusal; undefined when the signature is right. */
function checkSignature(request: IncomingMessage, url: URL, raw: Buffer): string | undefined {
  const [, keyId, day, region, service, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (keyId === undefined || day === undefined || region === undefined || service !== 's3' || signed === undefined)
    return 'AccessDenied';
  if (keyId !== S3_KEY.accessKeyId) return 'InvalidAccessKeyId';
  const payload = String(request.headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(payload) && payload !== sha256(raw)) return 'XAmzContentSHA256Mismatch';
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => escaped(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...signed.split(';').map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signed,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(Buffer.from(canonical))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce(
    (previous, part) => hmac(previous, part),
    Buffer.from(`AWS4${S3_KEY.secretAccessKey}`),
  );
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
