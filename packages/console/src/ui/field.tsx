import { type ReactNode, useId } from 'react';

export const INPUT =
  'h-9 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink placeholder:text-muted disabled:opacity-60';

/** A label with whatever it labels; `children` gets the id to carry. */
export function Field({
  label,
  note,
  error,
  children,
}: {
  label: string;
  note?: string;
  /** What is wrong with the input, in the words of this field. */
  error?: string | undefined;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children(id)}
      {error !== undefined && (
        <p role="alert" className="mt-1.5 text-[13px] text-bad">
          {error}
        </p>
      )}
      {note !== undefined && <p className="mt-1.5 text-[13px] text-muted">{note}</p>}
    </div>
  );
}
