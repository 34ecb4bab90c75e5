import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { useHotkeys } from './use-hotkeys.ts';

const SHORTCUTS: readonly [string, string][] = [
  ['j / k', 'next or previous run; on a run, next or previous brick'],
  ['Enter', 'open the highlighted run'],
  ['p', 'on a run with a recording: play or pause; the arrows left and right skip five seconds'],
  ['y / x', 'in a review: the answer is right, or wrong'],
  ['1 – 9', 'in a review: the right value'],
  ['a / u', 'in a review: does not apply, or unsure'],
  ['m / v', 'in a review: write a note, or the right value'],
  ['Enter', 'in a review: save, and go to the next run'],
  ['n / p', 'next or previous page of runs'],
  ['/', 'search'],
  ['Ctrl Space', 'in the kit editor: suggestions'],
  ['Ctrl Enter', 'in the playground: run'],
  ['?', 'this list'],
];

export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useHotkeys({ '?': () => setIsOpen(true) });
  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard" onClose={() => setIsOpen(false)}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-sm">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={meaning} className="contents">
            <dt className="font-mono text-ink">{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-soft">
        Everything else is in the{' '}
        <a href="/guides" className="text-accent underline underline-offset-2">
          guides
        </a>
        .
      </p>
    </Dialog>
  );
}
