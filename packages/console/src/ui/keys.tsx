/** Keys where they work, for those who have a keyboard. */
function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded border border-line-strong px-1 font-mono text-xs font-normal text-soft">{children}</kbd>
  );
}

/** On a button, whose name stays as it is. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="font-mono text-xs font-normal max-md:hidden">
      {children}
    </span>
  );
}

interface KeysProps {
  /** Keys, separated by spaces, and what they do. */
  keys: readonly (readonly [keys: string, does: string])[];
  className?: string;
}

export function Keys({ keys, className = '' }: KeysProps) {
  return (
    <p
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted max-md:hidden print:hidden ${className}`}
    >
      {keys.map(([own, does]) => (
        <span key={does} className="inline-flex items-center gap-1 whitespace-nowrap">
          {own.split(' ').map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {does}
        </span>
      ))}
    </p>
  );
}
