/** Phrases that come up in some calls and not in others, each with its calls. */
import type { Contrast, ContrastPhrase } from '@brickwork/client';
import { PHRASES_BY_CHANCE } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import { useMay } from '../api/session.ts';
import { useRead, whileRunning } from '../api/use-read.ts';
import { type RunsSearch, searchOfApiPath } from '../runs/runs-search.ts';
import { formatNumber, formatShare } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { TableArea } from '../ui/table-area.tsx';
import { BackToAsk, Conditions } from './question-page.tsx';

export function ContrastPage({ contrastId }: { contrastId: string }) {
  const { data, error, refetch } = useRead((api) => api.contrasts.get(contrastId), { refetchInterval: whileRunning });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the phrases" />;
  return (
    <>
      <BackToAsk />
      <PageHeader title="Distinctive phrases">
        {`${formatNumber(data.sample.calls)} calls (`}
        <Conditions filter={data.filter} />
        {`) against ${formatNumber(data.sample.against)} others; what ${SIDES[data.side]} say.`}
      </PageHeader>
      <Found contrast={data} />
    </>
  );
}

const SIDES = { customer: 'customers', agent: 'agents', all: 'all' } as const;

function Found({ contrast: { status, sample, read, phrases, filter, error } }: { contrast: Contrast }) {
  const total = sample.calls + sample.against;
  if (status === 'failed') return <Notice tone="bad">{error ?? 'It failed.'}</Notice>;
  if (status === 'running')
    return (
      <Panel title="Reading the calls">
        <div className="flex items-center gap-3 p-4 sm:p-5">
          <progress value={read} max={Math.max(1, total)} aria-label="Progress" className="h-2 min-w-0 flex-1" />
          <span className="text-[13px] text-muted tabular-nums">{`${formatNumber(read)} of ${formatNumber(total)}`}</span>
        </div>
      </Panel>
    );
  return (
    <Panel title="What they talk about">
      {phrases.length === 0 ? (
        <EmptyState title="No distinctive phrases">
          No phrase is more frequent in these calls than chance would explain.
        </EmptyState>
      ) : (
        <>
          <TableArea label="Phrases">
            <table className="w-full text-sm">
              <thead className="text-left text-[13px] text-muted">
                <tr>
                  {['Phrase', 'Calls', 'These', 'Others', 'For example'].map((head) => (
                    <th key={head} scope="col" className="px-4 py-2 font-medium">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {phrases.map((phrase) => (
                  <PhraseRow key={phrase.phrase} phrase={phrase} filter={filter} />
                ))}
              </tbody>
            </table>
          </TableArea>
          <p className="px-4 py-3 text-[13px] text-muted">{PHRASES_BY_CHANCE}</p>
        </>
      )}
    </Panel>
  );
}

const SHOWN_RUNS = 3;

interface PhraseRowProps {
  phrase: ContrastPhrase;
  filter: Contrast['filter'];
}

function PhraseRow({ phrase: { phrase, also, calls, share, share_against, run_ids }, filter }: PhraseRowProps) {
  return (
    <tr>
      <th scope="row" className="px-4 py-2 text-left font-medium">
        {useMay('runs:read_input') ? (
          <Link to="/runs" search={callsWith(phrase, filter)} className="hover:text-accent hover:underline">
            <Said>{phrase}</Said>
          </Link>
        ) : (
          <Said>{phrase}</Said>
        )}
        {also.length > 0 && (
          <span className="block text-xs font-normal text-muted">
            <Said>{also.join(', ')}</Said>
          </span>
        )}
      </th>
      <td className="px-4 py-2 tabular-nums">{formatNumber(calls)}</td>
      <td className="px-4 py-2 tabular-nums">{formatShare(share)}</td>
      <td className="px-4 py-2 tabular-nums">{formatShare(share_against)}</td>
      <td className="px-4 py-2 whitespace-nowrap">
        {run_ids.slice(0, SHOWN_RUNS).map((runId, index) => (
          <Link key={runId} to="/runs/$runId" params={{ runId }} className="mr-3 text-accent hover:underline">
            {`call ${index + 1}`}
            <span className="sr-only">{` with “${phrase}”`}</span>
          </Link>
        ))}
      </td>
    </tr>
  );
}

/** The list of the calls that the phrase was found in: the contrast’s own, with these words. */
function callsWith(phrase: string, filter: Contrast['filter']): RunsSearch {
  const conditions = Object.entries(filter).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [name, String(each)]),
  );
  const { words, ...search } = searchOfApiPath(`/v1/runs?${new URLSearchParams(conditions)}`);
  return { ...search, words: [words, `"${phrase}"`].filter((part) => part !== undefined).join(' ') };
}
