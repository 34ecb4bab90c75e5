import { Link } from '@tanstack/react-router';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { isSound } from './sound-files.ts';

/** Shown if recordings were chosen where transcripts are expected. */
export function LeadToRecordings({ paths, className }: { paths: readonly string[]; className: string }) {
  const sounds = paths.filter(isSound);
  if (sounds.length === 0) return null;
  const what =
    sounds.length === 1 ? `${sounds[0]} is a recording.` : `${formatNumber(sounds.length)} files are recordings.`;
  return (
    <Notice tone="info" className={className}>
      {what} This page reads transcripts.{' '}
      <Link to="/recordings" className="underline underline-offset-2">
        Send recordings on the Recordings page
      </Link>
      , which turns them into conversations.
    </Notice>
  );
}
