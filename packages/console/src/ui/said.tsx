import type { ReactNode } from 'react';

/** Characters that turn the order of text around; shown by name, so that nothing reads other than it is. */
const TURNING = /([\u202a-\u202e\u2066-\u2069])/;

export function visibleText(text: string): ReactNode {
  if (!TURNING.test(text)) return text;
  return text.split(TURNING).map((part, index) =>
    TURNING.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move.
      <span key={index} className="control-character">
        U+{part.charCodeAt(0).toString(16).toUpperCase()}
      </span>
    ) : (
      part
    ),
  );
}

/** Text that somebody else wrote. */
export function Said({ children, className = '' }: { children: string; className?: string }) {
  return (
    <bdi dir="auto" className={`said ${className}`}>
      {visibleText(children)}
    </bdi>
  );
}
