/** Quotes with their calls, and how many calls have none worth showing. */
import type { QuestionQuote } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';

export function Quotes({
  title,
  quotes,
  unquoted,
}: {
  title: string;
  quotes: readonly QuestionQuote[];
  unquoted: number;
}) {
  if (quotes.length === 0 && unquoted === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <QuoteList quotes={quotes} />
      {unquoted > 0 && (
        <p className="mt-2 text-[13px] text-muted">
          {`${formatNumber(unquoted)} ${unquoted === 1 ? 'call has' : 'calls have'} no suitable quote.`}
        </p>
      )}
    </section>
  );
}

export function QuoteList({ quotes }: { quotes: readonly QuestionQuote[] }) {
  return (
    <ul className="space-y-2">
      {quotes.map(({ run_id, text, answer }) => (
        <li key={run_id} className="rounded-lg bg-sunken px-3 py-2 text-sm">
          <blockquote>
            “<Said>{text}</Said>”
          </blockquote>
          <p className="mt-1 text-[13px] text-muted">
            {answer} ·{' '}
            <Link to="/runs/$runId" params={{ runId: run_id }} className="text-accent hover:underline">
              open the call
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
