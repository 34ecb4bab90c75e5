import { Field, INPUT } from './field.tsx';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
  note?: string;
}

export function ChoiceField<Value extends string>({ label, value, options, onChange, note }: ChoiceFieldProps<Value>) {
  return (
    <Field label={label} {...(note !== undefined && { note })}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([each]) => each === event.target.value);
            if (chosen !== undefined) onChange(chosen[0]);
          }}
          className={`${INPUT} w-full`}
        >
          {options.map(([each, shown]) => (
            <option key={each} value={each}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
