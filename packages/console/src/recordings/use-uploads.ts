import { useSyncExternalStore } from 'react';
import { useSession } from '../api/session.ts';
import { useRefresh } from '../api/use-change.ts';
import { createUploads, type Upload, type Uploads } from './uploads.ts';

const NAME = 'recordings.uploads';

/** The uploads of this session. */
export function useUploads(): { uploads: Uploads; list: readonly Upload[] } {
  const { client, kept } = useSession();
  const refresh = useRefresh('recordings');
  const uploads = (kept.get(NAME) as Uploads | undefined) ?? createUploads(client, refresh);
  kept.set(NAME, uploads);
  uploads.use(client);
  return { uploads, list: useSyncExternalStore(uploads.subscribe, uploads.list) };
}
