/** What people typed elsewhere about somebody who is erased. It stays, since only they can say whether it is personal; each has a link to where it is changed. */
import type { StartedErasure } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../api/use-read.ts';
import { searchOfSaved } from './runs-search.ts';

type Mention = StartedErasure['mentions'][number];

const KINDS: Readonly<Record<Mention['kind'], string>> = {
  saved_view: 'Saved view',
  question: 'Question',
  coaching_note: 'Coaching note',
  alert: 'Alert',
  golden_line: 'Golden set',
};
const LINK = 'rounded text-accent underline underline-offset-2';

interface ErasureMentionsProps {
  mentions: readonly Mention[];
  /** A saved view may be on the page that is already open. */
  onFollow(): void;
}

export function ErasureMentions({ mentions, onFollow }: ErasureMentionsProps) {
  if (mentions.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="font-medium">Still named elsewhere</h3>
      <p className="mt-1 text-sm text-muted">Change or delete these yourself; erasing runs does not affect them.</p>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {mentions.map((mention) => (
          <li key={`${mention.kind} ${mention.link}`}>
            {KINDS[mention.kind]}: <MentionLink mention={mention} onClick={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MentionLinkProps {
  mention: Mention;
  onClick(): void;
}

function MentionLink({ mention: { kind, name, link }, onClick }: MentionLinkProps): ReactNode {
  const common = { onClick, className: LINK };
  switch (kind) {
    case 'saved_view':
      return <ViewLink name={name} {...common} />;
    case 'question':
      return (
        <Link to="/ask/$questionId" params={{ questionId: name }} {...common}>
          {name}
        </Link>
      );
    case 'alert':
      return (
        <Link to="/alerts/$name" params={{ name }} {...common}>
          {name}
        </Link>
      );
    case 'golden_line':
      return (
        <Link
          to="/kits/$kitId"
          params={{ kitId: link.split('/')[3] ?? '' }}
          search={{ tab: 'evaluations' }}
          {...common}
        >
          {name}
        </Link>
      );
    case 'coaching_note':
      // Notes are on the pages of their agents.
      return (
        <Link to="/agents" {...common}>
          {name}
        </Link>
      );
  }
}

function ViewLink({ name, ...common }: { name: string; onClick(): void; className: string }) {
  const view = useRead((api) => api.views.list()).data?.find((each) => each.name === name);
  return (
    <Link to="/runs" search={view === undefined ? {} : searchOfSaved(view.search)} {...common}>
      {name}
    </Link>
  );
}
