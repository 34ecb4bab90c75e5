import { useListening } from '../listening/listening.ts';
import { formatClock } from '../ui/format.ts';
import { recordingLink } from './recording-moment.ts';

interface MomentProps {
  seconds: number | undefined;
  metadata: Readonly<Record<string, string>> | undefined;
  className?: string;
}

/** A moment of the recording: plays it where a copy is kept, else a link where the run's metadata name the recording. */
export function Moment({ seconds, metadata, className = '' }: MomentProps) {
  const listening = useListening();
  if (seconds === undefined) return null;
  const clock = formatClock(seconds);
  const href = recordingLink(metadata, seconds);
  const look = `font-mono text-xs font-normal text-muted ${className}`;
  if (listening !== undefined)
    return (
      <button
        type="button"
        aria-label={`Play from ${clock}`}
        onClick={() => listening.playFrom(seconds)}
        className={`${look} inline-flex items-baseline gap-1 rounded hover:text-ink`}
      >
        <span aria-hidden="true">▸</span>
        {clock}
      </button>
    );
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
