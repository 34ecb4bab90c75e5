import type { BrickSchema } from '@brickwork/client';
import type { BrickOutput } from '../api/runs.ts';
import { formatNumber } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { type Tone, toneOf } from './tone-of.ts';

interface BrickValueProps {
  brick: Pick<BrickOutput, 'value' | 'applicability' | 'basis'>;
  schema: BrickSchema | undefined;
}

const PILLS: Readonly<Record<Tone, string>> = {
  good: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  neutral: 'bg-sunken text-soft',
};
const BARS: Readonly<Record<Tone, string>> = { good: 'bg-ok', bad: 'bg-bad', neutral: 'bg-muted' };

/** A value in the colour of what it means, where the kit says what is good; neutral otherwise. */
export function BrickValue({ brick: { value, applicability, basis }, schema }: BrickValueProps) {
  if (applicability === 'not_applicable') return <span className="text-muted italic">does not apply</span>;
  if (applicability === 'abstained') return <span className="text-muted italic">not sure</span>;
  if (basis === 'unsaid' || value === '' || value === null || (Array.isArray(value) && value.length === 0))
    return <span className="text-muted italic">not said</span>;
  if (Array.isArray(value)) {
    return (
      <span className="flex flex-wrap gap-1.5">
        {value.map((item) => (
          <BrickValue key={item} brick={{ value: item }} schema={schema} />
        ))}
      </span>
    );
  }
  const tone = toneOf(value, schema);
  if (typeof value === 'boolean') return <Pill tone={tone}>{value ? 'Yes' : 'No'}</Pill>;
  if (typeof value === 'number') return <Score value={value} tone={tone} {...scaleOf(schema)} />;
  if (schema?.type === 'categorical') {
    const name = schema.categories?.find((category) => category.value === value)?.name ?? value;
    return <Pill tone={tone}>{name}</Pill>;
  }
  return <Said className="font-semibold">{value}</Said>;
}

/** Of a score or a rating. How many times, or how much, is not "out of" the highest that anybody could say. */
function scaleOf(schema: BrickSchema | undefined): { min: number | undefined; max: number | undefined } {
  const { score, good, absent, min = 0, max = 0 } = schema ?? {};
  const isScale = score !== undefined || good !== undefined || (absent === undefined && (min !== 0 || max <= 100));
  return isScale ? { min: schema?.min, max: schema?.max } : { min: undefined, max: undefined };
}

function Pill({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`rounded-md px-2 py-0.5 font-semibold ${PILLS[tone]}`}>
      <Said>{children}</Said>
    </span>
  );
}

interface ScoreProps {
  value: number;
  tone: Tone;
  min: number | undefined;
  max: number | undefined;
}

function Score({ value, tone, min = 0, max }: ScoreProps) {
  const share = max === undefined || max <= min ? undefined : Math.min(1, Math.max(0, (value - min) / (max - min)));
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="text-lg font-semibold whitespace-nowrap tabular-nums">
        {formatNumber(value)}
        {max !== undefined && <span className="text-sm font-normal text-muted"> / {formatNumber(max)}</span>}
      </span>
      {share !== undefined && (
        <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-sunken">
          <span className={`block h-full rounded-full ${BARS[tone]}`} style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </span>
  );
}
