/** A page for those who may use it. Others are told whom to ask, before they fill in what would be refused. */
import type { Permission } from '@brickwork/client';
import type { ReactNode } from 'react';
import { useMay } from '../api/session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

interface OnlyProps {
  permission: Permission;
  title: string;
  /** What they would do: “import calls”. */
  what: string;
  children: ReactNode;
}

export function Only({ permission, title, what, children }: OnlyProps) {
  if (useMay(permission)) return children;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={`You cannot ${what}`}>
        {`Ask an admin for a role with the permission ${permission}.`}
      </EmptyState>
    </>
  );
}
