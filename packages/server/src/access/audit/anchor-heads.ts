/** Publishes the heads of audit logs where the owner of this machine cannot rewrite them: to a receiver, or to a bucket whose objects are locked. */
import { openS3Objects } from '@brickwork/warehouse/s3/s3-objects';

const ANSWER_MS = 15_000;
const DAY_MS = 86_400_000;

export interface PublishedHead {
  workspace_id: string;
  /** `POSITION:HASH` */
  head: string;
  epoch: number;
  at: string;
  /** The deployment's MAC over all fields except the time. */
  signature: string;
}

export type Anchor = (head: PublishedHead) => Promise<void>;

/**
 * `https://…`: sent with POST; a name and password in it become an `Authorization` header. `s3://bucket/prefix`: one object per head, locked by the
 * bucket's own default retention, or for `?lock_days=N`.
 */
export function anchorAt(address: string): Anchor {
  const url = new URL(address);
  return url.protocol === 's3:' ? (head) => store(url, head) : (head) => send(url, head);
}

async function send(address: URL, head: PublishedHead): Promise<void> {
  const url = new URL(address);
  const login = [url.username, url.password].map(decodeURIComponent).join(':');
  [url.username, url.password] = ['', ''];
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    },
    body: JSON.stringify(head),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the receiver answered with ${answer.status}`);
}

async function store({ hostname, pathname, searchParams }: URL, head: PublishedHead): Promise<void> {
  const prefix = pathname.replace(/^\//, '').replace(/([^/])$/, '$1/');
  const objects = await openS3Objects({ bucket: hostname, prefix }, AbortSignal.timeout(ANSWER_MS));
  const [position = '', hash = ''] = head.head.split(':');
  const days = Number(searchParams.get('lock_days') ?? 0);
  const lockedUntil = days > 0 ? new Date(Date.parse(head.at) + days * DAY_MS) : undefined;
  try {
    // An object that already exists is never overwritten.
    await objects.putIf(
      `${head.workspace_id}/${position.padStart(15, '0')}-${hash.slice(0, 16)}.json`,
      JSON.stringify(head),
      { ifNew: true },
      lockedUntil,
    );
  } finally {
    objects.close();
  }
}
