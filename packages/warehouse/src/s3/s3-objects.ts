/** The few operations on objects that a data set needs, with the official client. */
import { createReadStream } from 'node:fs';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
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
}

/** An object is written only if it is as expected: new, or the one with this tag. */
export type Expected = { ifNew: true } | { ifTag: string };

export interface S3Objects {
  get(name: string): Promise<{ text: string; tag: string; modifiedAt: Date } | undefined>;
  put(name: string, text: string): Promise<void>;
  /** Undefined when it is not as expected. */
  putIf(name: string, text: string, expected: Expected): Promise<string | undefined>;
  upload(localPath: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): void;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;
/** A part of a large file: two are in memory at once. */
const PART_BYTES = 8 * 1024 * 1024;

export async function openS3Objects({ bucket: Bucket, prefix, ...options }: S3Options): Promise<S3Objects> {
  const [{ S3Client, GetObjectCommand, PutObjectCommand, DeleteObjectCommand }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const client = new S3Client(configOf(options));
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
          const { Body, ETag = '', LastModified } = await client.send(new GetObjectCommand(at(name)));
          const text = (await Body?.transformToString('utf-8')) ?? '';
          return { text, tag: ETag, modifiedAt: LastModified ?? new Date(0) };
        } catch (error) {
          if (nameOf(error) === 'NoSuchKey') return undefined;
          throw error;
        }
      }),
    put: (name, text) =>
      guarded(async () => {
        await client.send(new PutObjectCommand({ ...at(name), Body: text, ContentType: 'application/json' }));
      }),
    putIf: (name, text, expected) =>
      guarded(async () => {
        const condition = 'ifNew' in expected ? { IfNoneMatch: '*' } : { IfMatch: expected.ifTag };
        try {
          const { ETag } = await client.send(new PutObjectCommand({ ...at(name), ...condition, Body: text }));
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
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done();
      }),
    remove: (name) =>
      guarded(async () => {
        await client.send(new DeleteObjectCommand(at(name)));
      }),
    close: () => client.destroy(),
  };
}

function configOf({ region, endpoint, credentials, agents }: Omit<S3Options, 'bucket' | 'prefix'>): S3ClientConfig {
  // The client reads the variables itself; these services rarely have a name per bucket, or newer checksums.
  const isCompatible = [endpoint, process.env.AWS_ENDPOINT_URL_S3, process.env.AWS_ENDPOINT_URL].some(
    (given) => given !== undefined,
  );
  return {
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, region: region ?? 'us-east-1' }),
    ...(isCompatible && { forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' }),
    ...(credentials !== undefined && { credentials }),
    requestHandler: { ...agents, connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS },
    maxAttempts: 4,
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
