/** An import of files in its steps: nothing chosen, read, imported. What changes in between begins again with reading. */
import {
  createFileImport,
  type FileImport,
  type ImportOutcome,
  type ImportSettings,
  type ImportSummary,
  type SourceFile,
} from '@brickwork/client';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useClient } from '../api/session.ts';
import { useRefresh } from '../api/use-change.ts';

export interface ImportState {
  busy?: { what: string; done: number; total: number } | undefined;
  summary?: ImportSummary | undefined;
  outcome?: ImportOutcome | undefined;
  fault?: string | undefined;
}

export function useImport(files: readonly SourceFile[]) {
  const client = useClient();
  const refreshRuns = useRefresh('runs');
  const [state, setState] = useState<ImportState>({});
  const running = useRef<FileImport>(undefined);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  /** A failure keeps what is known: reading or importing can be done again. */
  const attempt = async (known: ImportState, work: (signal: AbortSignal) => Promise<ImportState>) => {
    stop.current?.abort();
    const current = new AbortController();
    stop.current = current;
    const next = await work(current.signal).catch((error: unknown) => ({ ...known, fault: describeError(error) }));
    if (!current.signal.aborted) setState(next);
  };

  return {
    state,
    reset() {
      stop.current?.abort();
      setState({});
    },
    survey: (settings: ImportSettings) =>
      attempt({}, async (signal) => {
        const begun = createFileImport(client, settings);
        running.current = begun;
        const show = (done: number) => setState({ busy: { what: 'Reading', done, total: files.length } });
        show(0);
        const onProgress = (progress: { files: number }) => signal.aborted || show(progress.files - 1);
        return { summary: await begun.survey(() => files, { signal, onProgress }) };
      }),
    start: (summary: ImportSummary) =>
      attempt({ summary }, async (signal) => {
        const total = summary.conversations;
        const show = (done: number) => setState({ summary, busy: { what: 'Importing', done, total } });
        show(0);
        const outcome = await running.current?.start(() => files, {
          signal,
          onImported: ({ created, existing, failed }) => signal.aborted || show(created + existing + failed),
        });
        refreshRuns();
        return { summary, outcome };
      }),
  };
}
