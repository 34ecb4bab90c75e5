import type { ReactNode } from 'react';

/**
 * A region that scrolls, so it has a name and can be reached from the keyboard. Positioned, so that text for screen readers (which is
 * absolute) stays inside: otherwise it makes the page itself as long as the list, and scrolling shows nothing.
 */
export function ScrollArea({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys.
    <section aria-label={label} tabIndex={0} className={`relative overflow-auto outline-offset-[-2px] ${className}`}>
      {children}
    </section>
  );
}
