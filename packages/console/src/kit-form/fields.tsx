/** The fields of the form, each bound to a place of the document. */
import type { Path } from '../editor/json-schema.ts';
import { shown } from '../kits/members.ts';
import { ChoiceField } from '../ui/choice-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useKitForm } from './form-context.ts';

interface BoundProps {
  label: string;
  path: Path;
  value: unknown;
  note?: string;
  placeholder?: string;
}

export function TextAt({ path, value, label, rows = 1, ...rest }: BoundProps & { rows?: number }) {
  const { set, faultAt } = useKitForm();
  return (
    <TextField
      {...rest}
      label={label}
      rows={rows}
      value={shown(value)}
      error={faultAt(path, label)}
      onChange={(next) => set(path, next)}
    />
  );
}

export function NumberAt({ path, value, label, ...rest }: BoundProps) {
  const { set, faultAt } = useKitForm();
  return (
    <TextField
      {...rest}
      label={label}
      type="number"
      value={shown(value)}
      error={faultAt(path, label)}
      onChange={(next) => set(path, next === '' ? '' : Number(next))}
    />
  );
}

/** A share of the document as percent of the form. */
export function PercentAt({ path, value, label, ...rest }: BoundProps) {
  const { set, faultAt } = useKitForm();
  return (
    <TextField
      {...rest}
      label={label}
      type="number"
      min={0}
      max={100}
      value={typeof value === 'number' ? String(Math.round(value * 1_000) / 10) : ''}
      error={faultAt(path, label)}
      onChange={(next) => set(path, next === '' ? '' : Number(next) / 100)}
    />
  );
}

/** The empty choice takes the value away. */
export function ChoiceAt({
  path,
  value,
  label,
  options,
  note,
}: BoundProps & { options: readonly (readonly [string | boolean, string])[] }) {
  const { set } = useKitForm();
  return (
    <ChoiceField
      label={label}
      {...(note !== undefined && { note })}
      value={shown(value)}
      options={options.map(([each, words]) => [String(each), words] as const)}
      onChange={(next) => set(path, options.find(([each]) => String(each) === next)?.[0] ?? '')}
    />
  );
}
