import type { BrickSchema, KitSchema } from '../api/kits.ts';
import { Tag } from '../ui/status-badge.tsx';

export function BrickTable({ schema }: { schema: KitSchema }) {
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
            {brick.description !== undefined && <p className="mt-0.5 text-sm text-soft">{brick.description}</p>}
            <p className="mt-0.5 text-sm text-muted">{rangeOf(brick)}</p>
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

function rangeOf({ min, max, step, categories }: BrickSchema): string {
  if (categories !== undefined) return categories.map(({ value }) => value).join(' · ');
  if (min === undefined && max === undefined) return '';
  return `${min ?? '…'} to ${max ?? '…'}${step === undefined ? '' : ` in steps of ${step}`}`;
}
