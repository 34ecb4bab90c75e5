/** Calls that exist as sound: sent, followed until they are runs, and listed. */
import { useMay } from '../api/session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { NoTranscriber } from './no-transcriber.tsx';
import { RecordingList, type RecordingsSearch } from './recording-list.tsx';
import { SendRecordings } from './send-recordings.tsx';
import { UploadList } from './upload-list.tsx';
import { isWithoutTranscriber } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

interface RecordingsPageProps {
  search: RecordingsSearch;
  onSearch(search: RecordingsSearch): void;
}

export function RecordingsPage({ search, onSearch }: RecordingsPageProps) {
  const maySend = useMay('runs:write');
  const { uploads, list } = useUploads();
  return (
    <>
      <PageHeader title="Recordings">
        Recordings are transcribed into conversations that show who said what, and when.{' '}
        <a href="/guides/recordings" className="rounded underline underline-offset-2 hover:text-ink">
          How it works
        </a>
      </PageHeader>
      {list.some(({ error }) => isWithoutTranscriber(error)) && <NoTranscriber />}
      {maySend && <SendRecordings uploads={uploads} />}
      <UploadList list={list} uploads={uploads} />
      <RecordingList
        search={search}
        onSearch={onSearch}
        // Listed above.
        without={list.flatMap(({ recordingId }) => recordingId ?? [])}
      />
    </>
  );
}
