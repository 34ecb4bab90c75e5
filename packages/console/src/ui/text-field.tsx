import { Field, INPUT } from './field.tsx';

interface TextFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  note?: string;
  error?: string | undefined;
  placeholder?: string;
  /** More than one makes a text area. */
  rows?: number;
  /** For expressions and header names. */
  isCode?: boolean;
  isRequired?: boolean;
  type?: 'text' | 'number' | 'password' | 'time';
  /** Of numbers. */
  min?: number;
  max?: number;
  step?: number;
  /** A regular expression that the text must match. */
  pattern?: string;
}

export function TextField({
  label,
  value,
  onChange,
  note,
  error,
  placeholder,
  rows = 1,
  isCode = false,
  isRequired = false,
  type = 'text',
  step,
  ...limits
}: TextFieldProps) {
  const look = isCode ? 'font-mono text-[13px]' : '';
  return (
    <Field label={label} error={error} {...(note !== undefined && { note })}>
      {(id) =>
        rows > 1 ? (
          <textarea
            id={id}
            rows={rows}
            value={value}
            required={isRequired}
            aria-invalid={error !== undefined}
            placeholder={placeholder}
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
            className={`${INPUT} h-auto w-full py-2 ${look}`}
          />
        ) : (
          <input
            id={id}
            type={type}
            value={value}
            required={isRequired}
            aria-invalid={error !== undefined}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            {...limits}
            step={step ?? 'any'}
            onChange={(event) => onChange(event.target.value)}
            className={`${INPUT} w-full ${look}`}
          />
        )
      }
    </Field>
  );
}
