/** A data set in object storage. An object appears when its upload has ended, in place of the one before. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDestination } from '../destination.ts';
import { ExportError } from '../export-error.ts';
import { openS3Objects, type S3Objects, type S3Options } from './s3-objects.ts';

const LOCK = '_lock.json';
const RENEW_MS = 30_000;
/** A lock that nobody renewed for so long was left by an export that is gone. */
const STALE_MS = 120_000;

export function s3Destination(options: S3Options): OpenDestination {
  return async (signal) => {
    const objects = await openS3Objects(options, signal);
    const me = randomUUID();
    let tag: string;
    try {
      tag = await takeLock(objects, me);
    } catch (error) {
      objects.close();
      throw error;
    }
    const workFolder = await mkdtemp(join(tmpdir(), 'brickwork-export-'));
    let renewedAt = performance.now();
    return {
      workFolder,
      read: async (name) => (await objects.get(name))?.text,
      write: objects.put,
      publish: objects.upload,
      remove: objects.remove,
      async keepLock() {
        if (performance.now() - renewedAt < RENEW_MS) return;
        renewedAt = performance.now();
        const renewed = await objects.putIf(LOCK, lockText(me), { ifTag: tag });
        // An answer that got lost is sent again, and finds what it has written itself.
        const held = renewed ?? (await ownTag(objects, me));
        if (held === undefined)
          throw new ExportError('Another export has taken over this place; this one has stopped.');
        tag = held;
      },
      async release() {
        await rm(workFolder, { recursive: true, force: true });
        try {
          if ((await ownTag(objects, me)) !== undefined) await objects.remove(LOCK);
        } finally {
          objects.close();
        }
      },
    };
  };
}

async function takeLock(objects: S3Objects, me: string): Promise<string> {
  const taken = await objects.putIf(LOCK, lockText(me), { ifNew: true });
  if (taken !== undefined) return taken;
  const holder = await objects.get(LOCK);
  if (holder !== undefined && idOf(holder.text) === me) return holder.tag;
  const isStale = holder !== undefined && Date.now() - holder.modifiedAt.getTime() > STALE_MS;
  const inherited = isStale ? await objects.putIf(LOCK, lockText(me), { ifTag: holder.tag }) : undefined;
  if (inherited !== undefined) return inherited;
  throw new ExportError(
    'Another export is writing to this place. Wait until it has ended; one that was killed is taken over after two minutes.',
  );
}

async function ownTag(objects: S3Objects, me: string): Promise<string | undefined> {
  const holder = await objects.get(LOCK);
  return holder !== undefined && idOf(holder.text) === me ? holder.tag : undefined;
}

/** Another text with every renewal, since a tag is a hash of it. */
function lockText(id: string): string {
  return JSON.stringify({ id, renewed_at: new Date().toISOString() });
}

function idOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { id?: unknown }).id;
  } catch {
    return undefined;
  }
}
