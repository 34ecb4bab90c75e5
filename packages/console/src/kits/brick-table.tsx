import type { BrickSchema, KitSchema } from '@brickwork/client';
import { useKitVersion } from '../api/kits.ts';
import { Said } from '../ui/said.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { appliesWords, scoreWords, thresholdWords } from './kit-words.ts';

/** What the document says about a brick and its schema does not. */
interface Asked {
  key: string;
  question?: string;
  instructions?: string;
  true_when?: string;
  false_when?: string;
  metric?: string;
}

export function BrickTable({ schema, kitId }: { schema: KitSchema; kitId: string }) {
  const document = useKitVersion(kitId, schema.version).data?.document as { bricks?: Asked[] } | undefined;
  const nameOf = (key: string) => schema.bricks.find((brick) => brick.key === key)?.name ?? key;
  const asked = new Map(document?.bricks?.map((brick) => [brick.key, brick]));
  return (
    <div className="divide-y divide-line">
      <ul className="divide-y divide-line">
        {schema.bricks.map((brick) => (
          <li key={brick.key} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className="font-medium">{brick.name}</span>
              <span className="font-mono text-[13px] text-muted">{brick.key}</span>
              <Tag>{brick.type}</Tag>
              <span className="ml-auto text-[13px] text-muted">{brick.output_fields.join(', ')}</span>
            </div>
            <Question asked={asked.get(brick.key)} isScore={brick.score !== undefined} />
            {brick.description !== undefined && <p className="mt-0.5 text-sm text-muted">{brick.description}</p>}
            <p className="mt-0.5 text-sm text-muted">{rangeOf(brick)}</p>
            <Rules brick={brick} nameOf={nameOf} />
          </li>
        ))}
      </ul>
      <div className="px-4 py-3 text-sm sm:px-5">
        <h3 className="font-semibold">Input</h3>
        <ul className="mt-1 space-y-1 text-soft">
          {Object.entries(schema.input.fields).map(([name, field]) => (
            <li key={name}>
              <span className="font-mono text-[13px] text-ink">{name}</span> {field.type}
              {field.required && ', required'}
              {field.description !== undefined && `: ${field.description}`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** When it is asked, when it is not sure, and what a score counts. */
function Rules({ brick, nameOf }: { brick: BrickSchema; nameOf(key: string): string }) {
  const { applies_when, abstain_below, score } = brick;
  const lines = [
    ...(applies_when === undefined ? [] : [appliesWords(applies_when, nameOf)]),
    ...(abstain_below === undefined ? [] : [thresholdWords(abstain_below)]),
    ...(score === undefined ? [] : scoreWords(score, nameOf)),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="mt-1 max-w-4xl list-inside list-disc text-[13px] text-muted">
      {lines.map((line) => (
        <li key={line}>
          <Said>{line}</Said>
        </li>
      ))}
    </ul>
  );
}

/** What is asked of the conversation, and how it is judged. */
function Question({ asked, isScore }: { asked: Asked | undefined; isScore: boolean }) {
  if (asked === undefined) return null;
  const { question, instructions, true_when, false_when, metric } = asked;
  const rules: [string, string | undefined][] = [
    ['', instructions],
    ['Yes: ', true_when],
    ['No: ', false_when],
  ];
  return (
    <div className="mt-0.5 max-w-4xl text-sm text-soft">
      {question !== undefined && <Said>{question}</Said>}
      {metric !== undefined && `Computed from the conversation: ${metric.replaceAll('_', ' ')}.`}
      {isScore && 'Computed from the other answers.'}
      {rules.map(
        ([label, rule]) =>
          rule !== undefined && (
            <p key={label} className="text-[13px] text-muted">
              {label}
              <Said>{rule}</Said>
            </p>
          ),
      )}
    </div>
  );
}

function rangeOf({ min, max, step, categories }: BrickSchema): string {
  if (categories !== undefined) return categories.map(({ value, name }) => name ?? value).join(' · ');
  if (min === undefined && max === undefined) return '';
  return `${min ?? '…'} to ${max ?? '…'}${step === undefined ? '' : ` in steps of ${step}`}`;
}
