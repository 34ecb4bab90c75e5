import { formatClock } from '../ui/format.ts';
import { recordingLink } from './recording-moment.ts';

interface MomentProps {
  seconds: number | undefined;
  metadata: Readonly<Record<string, string>> | undefined;
  className?: string;
}

/** A moment of the recording; a link where the run's metadata name the recording. */
export function Moment({ seconds, metadata, className = '' }: MomentProps) {
  if (seconds === undefined) return null;
  const clock = formatClock(seconds);
  const href = recordingLink(metadata, seconds);
  const look = `font-mono text-xs font-normal text-muted ${className}`;
  if (href === undefined) return <span className={look}>{clock}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Recording at ${clock}`}
      className={`${look} rounded underline decoration-line-strong underline-offset-2 hover:text-ink`}
    >
      {clock}
    </a>
  );
}
