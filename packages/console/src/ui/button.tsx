import type { ButtonHTMLAttributes } from 'react';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

const KINDS: Readonly<Record<Kind, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  danger: 'bg-surface text-bad border-line-strong hover:bg-bad-soft',
  quiet: 'border-transparent text-soft hover:bg-sunken hover:text-ink',
};

/** The look of a button, for links that act like one. */
export function buttonClass(kind: Kind = 'plain', isSmall = false): string {
  const size = isSmall ? 'h-8 px-2.5 text-[13px]' : 'h-9 px-3.5 text-sm';
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg border font-medium whitespace-nowrap motion-safe:transition-colors disabled:opacity-55 ${size} ${KINDS[kind]}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind;
  isSmall?: boolean;
  isBusy?: boolean;
}

export function Button({ kind, isSmall, isBusy = false, className = '', type, disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
      className={`${buttonClass(kind, isSmall)} ${className}`}
    />
  );
}
