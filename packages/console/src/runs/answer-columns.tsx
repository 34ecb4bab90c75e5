/** Which answers and dimensions the list shows as columns. */
import type { RunAnswer } from '@brickwork/client';
import type { Dimension } from '../api/dimensions.ts';
import type { BrickSchema } from '../api/kits.ts';

interface AnswerColumnsProps {
  bricks: readonly BrickSchema[];
  dimensions: readonly Dimension[];
  chosen: readonly string[];
  onChoose(columns: readonly string[]): void;
}

export function AnswerColumns({ bricks, dimensions, chosen, onChoose }: AnswerColumnsProps) {
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const groups = [
    { legend: 'Dimensions', choices: dimensions.map(({ metadata_key, label }) => [`metadata.${metadata_key}`, label]) },
    { legend: 'Answers', choices: bricks.map(({ key, name }) => [key, name]) },
  ].filter(({ choices }) => choices.length > 0);
  return (
    <details className="min-w-0 text-sm">
      <summary className="w-fit rounded font-medium text-soft">
        {chosen.length === 0 ? 'Columns' : `Columns: ${chosen.length} chosen`}
      </summary>
      {groups.map(({ legend, choices }) => (
        <fieldset key={legend} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-[13px] text-muted">{legend}</legend>
          {choices.map(([id = '', name]) => (
            <label key={id} className="flex items-center gap-1.5">
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
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
