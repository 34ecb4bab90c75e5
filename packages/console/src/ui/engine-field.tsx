import { ChoiceField } from './choice-field.tsx';

export type Engine = 'auto' | 'local';

const ENGINES = [
  ['auto', 'The same as for new calls'],
  ['local', 'The local engine, no model'],
] as const;

export function EngineField({ value, onChange }: { value: Engine; onChange(engine: Engine): void }) {
  return <ChoiceField<Engine> label="Engine" value={value} options={ENGINES} onChange={onChange} />;
}
