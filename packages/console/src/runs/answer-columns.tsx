/** Which columns the list shows. */
import type { BrickSchema, Dimension, RunAnswer } from '@brickwork/client';
import { useState } from 'react';
import { USUAL, USUAL_NAMES } from './columns.ts';

interface AnswerColumnsProps {
  bricks: readonly BrickSchema[];
  dimensions: readonly Dimension[];
  /** Beside the usual ones. */
  added: readonly string[];
  isHidden(id: (typeof USUAL)[number]): boolean;
  /** In the form used in the address. */
  onChoose(columns: { columns: string | undefined; hide: string | undefined }): void;
}

export function AnswerColumns({ bricks, dimensions, added, isHidden, onChoose }: AnswerColumnsProps) {
  const choose = (more: readonly string[], hidden: readonly string[]) =>
    onChoose({ columns: more.join(',') || undefined, hide: hidden.join(',') || undefined });
  const hidden = USUAL.filter(isHidden);
  const usual = USUAL.map((id) => ({
    id,
    name: USUAL_NAMES[id],
    isShown: !isHidden(id),
    toggle: () => choose(added, isHidden(id) ? hidden.filter((each) => each !== id) : [...hidden, id]),
  }));
  const more = (id: string, name: string) => ({
    id,
    name,
    isShown: added.includes(id),
    toggle: () => choose(added.includes(id) ? added.filter((each) => each !== id) : [...added, id], hidden),
  });
  const groups = [
    { legend: 'Usual', choices: usual },
    {
      legend: 'Dimensions',
      choices: dimensions
        .filter(({ name }) => name !== 'agent' && name !== 'team')
        .map(({ metadata_key, label }) => more(`metadata.${metadata_key}`, label)),
    },
    { legend: 'Answers', choices: bricks.map(({ key, name }) => more(key, name)) },
  ].filter(({ choices }) => choices.length > 0);
  const [isOpen, setIsOpen] = useState(false);
  const changed = added.length + hidden.length;
  return (
    <details
      className="min-w-0 text-sm open:order-last open:basis-full"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="w-fit rounded font-medium text-soft">
        {changed === 0 ? 'Columns' : `Columns: ${changed} changed`}
      </summary>
      {(isOpen ? groups : []).map(({ legend, choices }) => (
        <fieldset key={legend} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-[13px] text-muted">{legend}</legend>
          {choices.map(({ id, name, isShown, toggle }) => (
            <label key={id} className="flex items-center gap-1.5">
              <input type="checkbox" checked={isShown} onChange={toggle} />
              {name}
            </label>
          ))}
        </fieldset>
      ))}
      {bricks.length === 0 && <p className="mt-2 text-[13px] text-muted">Choose a kit to show its answers.</p>}
    </details>
  );
}

/** Categories by their names, where the brick gives them one; why there is no value in the same words as everywhere. */
export function showAnswer({ value, applicability }: RunAnswer, brick?: BrickSchema): string {
  const nameOf = (each: string | number | boolean) =>
    brick?.categories?.find((category) => category.value === each)?.name ?? String(each);
  if (value === null) return WITHOUT[applicability ?? ''] ?? '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value);
}

const WITHOUT: Readonly<Record<string, string>> = { not_applicable: 'does not apply', abstained: 'not sure' };
