import type { BrickSchema } from '../api/kits.ts';
import type { BrickOutput } from '../api/runs.ts';
import { formatNumber } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';

export function BrickValue({ value, schema }: { value: BrickOutput['value']; schema: BrickSchema | undefined }) {
  if (typeof value === 'boolean') {
    return (
      <span className={`rounded-md px-2 py-0.5 font-semibold ${value ? 'bg-ok-soft text-ok' : 'bg-sunken text-soft'}`}>
        {value ? 'Yes' : 'No'}
      </span>
    );
  }
  if (typeof value === 'number') return <Score value={value} min={schema?.min} max={schema?.max} />;
  if (value === '') return <span className="text-muted italic">not said</span>;
  if (schema?.type === 'categorical') {
    const name = schema.categories?.find((category) => category.value === value)?.name ?? value;
    return (
      <span className="rounded-md bg-accent-soft px-2 py-0.5 font-semibold text-accent">
        <Said>{name}</Said>
      </span>
    );
  }
  return <Said className="font-semibold">{value}</Said>;
}

function Score({ value, min = 0, max }: { value: number; min: number | undefined; max: number | undefined }) {
  const share = max === undefined || max <= min ? undefined : Math.min(1, Math.max(0, (value - min) / (max - min)));
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className="text-lg font-semibold tabular-nums">
        {formatNumber(value)}
        {max !== undefined && <span className="text-sm font-normal text-muted"> / {formatNumber(max)}</span>}
      </span>
      {share !== undefined && (
        <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </span>
  );
}
