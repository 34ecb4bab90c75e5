/** The few operations on objects that a data set needs, with the official client. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { pipeline, Readable, Transform } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { ExportError } from '../export-error.ts';
import { toExportError } from './s3-errors.ts';
import type { S3Location } from './s3-location.ts';

export interface S3Options extends S3Location {
  region?: string | undefined;
  /** Of a service that is compatible with S3. */
  endpoint?: string | undefined;
  /** By default what the official client finds: variables, profiles, roles. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** What connections are made with. */
  agents?: { httpAgent: HttpAgent; httpsAgent: HttpsAgent } | undefined;
  limits?: Partial<S3Limits> | undefined;
}

/** Whoever names the endpoint may be hostile: one that is silent, slow or endless must not hold an export, or fill the memory. */
export interface S3Limits {
  connectMs: number;
  silenceMs: number;
  /** Until the answer begins, from the first byte that is sent; and again until it ends. */
  answerMs: number;
  answerBytes: number;
}

/** An object is written only if it is as expected: new, or the one with this tag. */
export type Expected = { ifNew: true } | { ifTag: string };

export interface S3Objects {
  get(name: string): Promise<{ text: string; tag: string; modifiedAt: Date } | undefined>;
  put(name: string, text: string): Promise<void>;
  /** Undefined when it is not as expected. `lockedUntil`: nobody can delete or change it before, where the bucket has object lock. */
  putIf(name: string, text: string, expected: Expected, lockedUntil?: Date): Promise<string | undefined>;
  upload(localPath: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): void;
}

const LIMITS: S3Limits = {
  connectMs: 10_000,
  silenceMs: 60_000,
  answerMs: 600_000,
  // The largest thing that is read is a manifest: some 250 bytes for each day.
  answerBytes: 16 * 1024 * 1024,
};
/** A part of a large file: two are in memory at once. */
const PART_BYTES = 8 * 1024 * 1024;

/** `signal` ends what is being written. Reading and removing are short, and needed to give the lock back. */
export async function openS3Objects(
  { bucket: Bucket, prefix, ...options }: S3Options,
  signal?: AbortSignal,
): Promise<S3Objects> {
  const [{ S3Client, GetObjectCommand, PutObjectCommand, DeleteObjectCommand }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const limits = { ...LIMITS, ...options.limits };
  const client = new S3Client(configOf(options, limits));
  client.middlewareStack.add(
    (next) => async (given) => {
      const answered = await next(given);
      const response = answered.response as { body?: unknown } | undefined;
      if (response?.body instanceof Readable) response.body = bounded(response.body, limits);
      return answered;
    },
    // The nearest to the connection: what is read of an error is bounded, too.
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
  const until = signal === undefined ? {} : { abortSignal: signal };
  const soon = () => ({ abortSignal: AbortSignal.timeout(limits.silenceMs) });
  const at = (name: string) => ({ Bucket, Key: prefix + name });
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw toExportError(error);
    }
  };
  return {
    get: (name) =>
      guarded(async () => {
        try {
          const { Body, ETag = '', LastModified } = await client.send(new GetObjectCommand(at(name)), soon());
          const text = (await Body?.transformToString('utf-8')) ?? '';
          return { text, tag: ETag, modifiedAt: LastModified ?? new Date(0) };
        } catch (error) {
          if (nameOf(error) === 'NoSuchKey') return undefined;
          throw error;
        }
      }),
    put: (name, text) =>
      guarded(async () => {
        await client.send(new PutObjectCommand({ ...at(name), Body: text, ContentType: 'application/json' }), until);
      }),
    putIf: (name, text, expected, lockedUntil) =>
      guarded(async () => {
        const condition = 'ifNew' in expected ? { IfNoneMatch: '*' } : { IfMatch: expected.ifTag };
        const lock = lockedUntil && {
          ObjectLockMode: 'COMPLIANCE' as const,
          ObjectLockRetainUntilDate: lockedUntil,
          ContentMD5: createHash('md5').update(text).digest('base64'), // Required with a lock.
        };
        try {
          const put = new PutObjectCommand({ ...at(name), ...condition, ...lock, Body: text });
          const { ETag } = await client.send(put, until);
          return ETag;
        } catch (error) {
          // 409: somebody else wrote it at the same moment. 404: it is gone, so it has no such tag.
          if (['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey'].includes(nameOf(error)))
            return undefined;
          throw error;
        }
      }),
    upload: (localPath, name) =>
      guarded(async () => {
        const params = {
          ...at(name),
          Body: createReadStream(localPath),
          ContentType: 'application/vnd.apache.parquet',
        };
        const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 });
        const abort = () => void upload.abort();
        signal?.addEventListener('abort', abort, { once: true });
        try {
          signal?.throwIfAborted();
          await upload.done();
        } finally {
          signal?.removeEventListener('abort', abort);
        }
      }),
    remove: (name) =>
      guarded(async () => {
        await client.send(new DeleteObjectCommand(at(name)), soon());
      }),
    close: () => client.destroy(),
  };
}

/** Whoever reads it is told by an error when it is too long, or too slow. */
function bounded(body: Readable, { answerBytes, answerMs }: S3Limits): Readable {
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= answerBytes) done(null, chunk);
      else done(new ExportError('The object storage answers with more than an export could have stored there.'));
    },
  });
  const timer = setTimeout(() => counting.destroy(new ExportError(TOO_SLOW)), answerMs);
  pipeline(body, counting, () => clearTimeout(timer));
  return counting;
}

const TOO_SLOW = 'The object storage did not answer in time.';

function configOf(
  { region, endpoint, credentials, agents }: Omit<S3Options, 'bucket' | 'prefix'>,
  { connectMs, silenceMs, answerMs }: S3Limits,
): S3ClientConfig {
  // The client reads the variables itself; these services rarely have a name per bucket, or newer checksums.
  const isCompatible = [endpoint, process.env.AWS_ENDPOINT_URL_S3, process.env.AWS_ENDPOINT_URL].some(
    (given) => given !== undefined,
  );
  return {
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, region: region ?? 'us-east-1' }),
    ...(isCompatible && { forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' }),
    ...(credentials !== undefined && { credentials }),
    requestHandler: {
      ...agents,
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      requestTimeout: answerMs,
      // By default the client only warns.
      throwOnRequestTimeout: true,
    },
    maxAttempts: 4,
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
