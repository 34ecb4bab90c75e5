/** What many calls say about something, grouped by their words. */
import type { QuestionThemes } from '@brickwork/client';
import { formatNumber } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { QuoteList } from './quotes.tsx';
import { ShareFigure } from './share-figure.tsx';

export function Themes({ themes: { found, other, silent, unread } }: { themes: QuestionThemes }) {
  const isSaid = found.length > 0 || other.count > 0;
  return (
    <section className="space-y-4">
      <h3 className="text-sm font-semibold">What is said</h3>
      {isSaid && (
        <ul className="divide-y divide-line">
          {found.map((theme) => (
            <li key={theme.theme} className="space-y-2 py-3 first:pt-0">
              <ShareFigure label={theme.theme} share={theme} />
              <p className="text-[13px] text-muted">
                {callsIn(theme.count)}
                {theme.also.length > 0 && (
                  <>
                    {' · also '}
                    <Said>{theme.also.join(', ')}</Said>
                  </>
                )}
              </p>
              <QuoteList quotes={theme.quotes} />
            </li>
          ))}
          <li className="space-y-2 py-3">
            <ShareFigure label="Other" share={other} />
            <p className="text-[13px] text-muted">{`${callsIn(other.count)} that say something else, or use other words`}</p>
            <QuoteList quotes={other.quotes} />
          </li>
        </ul>
      )}
      <p className="text-[13px] text-muted">
        {`${formatNumber(silent)} ${silent === 1 ? 'call does' : 'calls do'} not mention it. Shares are of all calls, and a call may be in several themes.`}
        {unread > 0 &&
          ` The words of ${formatNumber(unread)} more calls cannot be grouped: they have been deleted, or are not in English.`}
      </p>
    </section>
  );
}

function callsIn(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'call' : 'calls'}`;
}
