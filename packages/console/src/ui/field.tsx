import { type ReactNode, useId } from 'react';

export const INPUT =
  'h-9 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink placeholder:text-muted disabled:opacity-60';

/** A label with whatever it labels; `children` gets the id to carry. */
export function Field({
  label,
  note,
  children,
}: {
  label: string;
  note?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children(id)}
      {note !== undefined && <p className="mt-1.5 text-[13px] text-muted">{note}</p>}
    </div>
  );
}
