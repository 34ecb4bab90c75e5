/** The selected runs as one file. Answers that the list did not show when a run was selected are read now. */
import type { RunItem } from '@brickwork/client';
import { useMutation } from '@tanstack/react-query';
import { describeError } from '../api/describe-error.ts';
import { useClient } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { Column } from './columns.ts';
import { csvHead, csvLine } from './runs-csv.ts';

export function DownloadSelected({ runs, columns }: { runs: readonly RunItem[]; columns: readonly Column[] }) {
  const client = useClient();
  const showsAnswers = columns.some(({ kind }) => kind === 'answer');
  const download = useMutation({
    mutationFn: async () => {
      const lines = [csvHead(columns)];
      for (const run of runs) {
        const isWhole = !showsAnswers || run.answers !== undefined || run.status !== 'succeeded';
        lines.push(csvLine(isWhole ? run : { ...run, answers: await answersOf(run.run_id) }, columns));
      }
      saveFile(new Blob(lines, { type: 'text/csv' }), 'runs.csv');
    },
  });
  const answersOf = async (runId: string) =>
    (await client.runs.get<{ bricks: NonNullable<RunItem['answers']> }>(runId)).output?.bricks ?? {};
  return (
    <>
      <Button isSmall isBusy={download.isPending} onClick={() => download.mutate()}>
        Download {formatNumber(runs.length)}
      </Button>
      {download.error !== null && <Notice tone="bad">{describeError(download.error)}</Notice>}
    </>
  );
}
