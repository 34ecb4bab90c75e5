/** Recordings of the workspace, newest first, with their status. */
import type { RecordingStatus } from '@brickwork/client';
import { useReadAll } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { RecordingItem, STATUS_WORDS } from './recording-item.tsx';

export interface RecordingsSearch {
  status?: string | undefined;
  /** How many are shown. */
  shown?: number | undefined;
}

const SHOWN_AT_ONCE = 50;
const STATUSES = Object.keys(STATUS_WORDS) as RecordingStatus[];
/** Uploads of others are polled less often. */
const ASKED_AGAIN_MS = { running: 1_500, uploading: 5_000 } as const;

interface RecordingListProps {
  search: RecordingsSearch;
  onSearch(search: RecordingsSearch): void;
  without: readonly string[];
}

export function RecordingList({ search, onSearch, without }: RecordingListProps) {
  const status = STATUSES.find((each) => each === search.status);
  const shown = search.shown ?? SHOWN_AT_ONCE;
  const { data, error, refetch } = useReadAll((api) => api.recordings.list({ status }), {
    limit: shown + 1,
    keep: true,
    refetchInterval: ({ state }) => {
      const found = state.data?.map((each) => each.status) ?? [];
      if (found.includes('running')) return ASKED_AGAIN_MS.running;
      return found.includes('uploading') && ASKED_AGAIN_MS.uploading;
    },
  });
  const recordings = data?.slice(0, shown).filter(({ recording_id }) => !without.includes(recording_id));
  return (
    <Panel
      title="All recordings"
      actions={
        <select
          aria-label="Status"
          value={status ?? ''}
          onChange={({ target }) => onSearch({ status: target.value === '' ? undefined : target.value })}
          className={`${INPUT} h-8 text-[13px]`}
        >
          <option value="">Any status</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {STATUS_WORDS[each]}
            </option>
          ))}
        </select>
      }
    >
      {error !== null && recordings === undefined ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : recordings === undefined ? (
        <Rows label="Loading the recordings" />
      ) : recordings.length === 0 ? (
        <NoRecordings status={status} />
      ) : (
        <ul className="divide-y divide-line">
          {recordings.map((recording) => (
            <RecordingItem key={recording.recording_id} recording={recording} />
          ))}
        </ul>
      )}
      {data !== undefined && data.length > shown && (
        <footer className="border-t border-line px-4 py-2.5 text-center">
          <Button isSmall onClick={() => onSearch({ ...search, shown: shown + SHOWN_AT_ONCE })}>
            Show older recordings
          </Button>
        </footer>
      )}
    </Panel>
  );
}

function NoRecordings({ status }: { status: RecordingStatus | undefined }) {
  if (status !== undefined)
    return <EmptyState title="None with this status">Choose another status to see the others.</EmptyState>;
  return (
    <EmptyState title="No recordings yet">
      Recordings sent from this page, the command line, the API or an intake appear here.
    </EmptyState>
  );
}
