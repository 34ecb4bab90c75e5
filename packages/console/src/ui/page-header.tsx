import { type ReactNode, useEffect } from 'react';

interface PageHeaderProps {
  title: string;
  /** Next to the title: a status, a code. */
  beside?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, beside, children, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Brickwork`;
  }, [title]);
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold sm:text-2xl">{title}</h1>
          {beside}
        </div>
        {children !== undefined && <div className="mt-1 text-sm text-muted">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
