/** All runs that match as a file, page by page, however many there are. */
import type { RunFilter } from '@brickwork/client';
import { useRef, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useClient } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { Column } from './columns.ts';
import { csvHead, csvLine } from './runs-csv.ts';

interface DownloadRunsProps {
  filter: RunFilter;
  columns: readonly Column[];
  /** How many there are, where it is known. */
  total: number | undefined;
}

export function DownloadRuns({ filter, columns, total }: DownloadRunsProps) {
  const client = useClient();
  const [done, setDone] = useState<number>();
  const [error, setError] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  const download = async () => {
    const current = new AbortController();
    const { signal } = current;
    abort.current = current;
    setError(undefined);
    setDone(0);
    try {
      const lines = [csvHead(columns)];
      for await (const run of client.runs.list({ ...filter, include: 'answers' }, { signal })) {
        lines.push(csvLine(run, columns));
        if (lines.length % 100 === 0) setDone(lines.length - 1);
      }
      saveFile(new Blob(lines, { type: 'text/csv' }), 'runs.csv');
    } catch (fault) {
      if (!signal.aborted) setError(describeError(fault as Error));
    } finally {
      setDone(undefined);
    }
  };
  if (done !== undefined)
    return (
      <span className="flex items-center gap-2" role="status">
        <progress
          aria-label="Download"
          className="h-1.5 w-28 accent-accent"
          {...(total === undefined ? {} : { value: Math.min(done, total), max: total })}
        />
        <span className="text-muted tabular-nums">
          {formatNumber(done)}
          {total !== undefined && ` of ${formatNumber(total)}`}
        </span>
        <Button isSmall kind="quiet" onClick={() => abort.current?.abort()}>
          Cancel
        </Button>
      </span>
    );
  return (
    <>
      <Button isSmall disabled={total === 0} onClick={download}>
        {total === undefined ? 'Download all' : `Download ${formatNumber(total)}`}
      </Button>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
    </>
  );
}
