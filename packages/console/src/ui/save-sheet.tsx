/** A list as a sheet (CSV): what is shown, or more of it, which is read on the click. */
import type { BrickworkClient } from '@brickwork/client';
import { describeError } from '../api/describe-error.ts';
import { useAsk } from '../api/use-change.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { saveFile } from './save-file.ts';
import { csvOf, type Table } from './slide.ts';

interface SaveSheetProps {
  /** Of the file, without its ending. */
  name: string;
  columns: Table['columns'];
  rows: Table['rows'] | ((api: BrickworkClient) => Promise<Table['rows']>);
  isSmall?: boolean;
}

export function SaveSheet({ name, columns, rows, isSmall = false }: SaveSheetProps) {
  const save = useAsk(async (api) => {
    const table = { columns, rows: typeof rows === 'function' ? await rows(api) : rows };
    saveFile(new Blob([csvOf(table)], { type: 'text/csv' }), `${name}.csv`);
  });
  return (
    <>
      <Button isSmall={isSmall} isBusy={save.isPending} title={`Save the ${name} as CSV`} onClick={() => save.mutate()}>
        Download
      </Button>
      {save.error !== null && <Notice tone="bad">{describeError(save.error)}</Notice>}
    </>
  );
}
