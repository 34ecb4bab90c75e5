/**
 * The browser fetches what it plays in ranges, and nothing before somebody listens: the audit log records who did. An hour of two channels is 230 MB.
 */
import type { Recording } from '@brickwork/client';
import { type RefObject, useState } from 'react';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatClock } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';

interface PlayerProps {
  audio: RefObject<HTMLAudioElement | null>;
  recording: Recording;
  isMasked: boolean;
  onSeconds(seconds: number): void;
}

const SPEEDS = [1, 1.25, 1.5, 2] as const;
const STEP_SECONDS = 5;

export function Player({ audio, recording, isMasked, onSeconds }: PlayerProps) {
  const { recording_id: id, seconds: length = 0 } = recording;
  const [seconds, setSeconds] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  const seek = (to: number) => {
    if (audio.current !== null) audio.current.currentTime = Math.min(Math.max(to, 0), length);
    setSeconds(to);
  };
  const toggle = () => {
    setIsFailed(false);
    if (isPlaying) audio.current?.pause();
    else audio.current?.play().catch(() => undefined);
  };
  useHotkeys({
    p: toggle,
    ArrowLeft: () => seek(seconds - STEP_SECONDS),
    ArrowRight: () => seek(seconds + STEP_SECONDS),
  });
  return (
    <section
      aria-label="Recording"
      className="sticky top-16 z-10 mb-4 rounded-xl border border-line bg-surface px-4 py-2.5 text-sm shadow-panel lg:static print:hidden"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: what is said is beside it. */}
      <audio
        ref={audio}
        preload="none"
        src={`/v1/recordings/${encodeURIComponent(id)}/audio`}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onError={() => setIsFailed(true)}
        onTimeUpdate={({ currentTarget }) => {
          setSeconds(currentTarget.currentTime);
          onSeconds(currentTarget.currentTime);
        }}
      />
      <div className="flex items-center gap-3">
        <Button kind="primary" isSmall aria-label={isPlaying ? 'Pause' : 'Play'} title="p" onClick={toggle}>
          <Icon name={isPlaying ? 'pause' : 'playground'} className="size-4" />
        </Button>
        <span className="shrink-0 text-soft tabular-nums">{`${formatClock(seconds)} / ${formatClock(length)}`}</span>
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={formatClock(seconds)}
          min={0}
          max={Math.ceil(length)}
          value={Math.floor(seconds)}
          onChange={({ target }) => seek(Number(target.value))}
          className="min-w-0 flex-1 accent-accent"
        />
        <Speed onSpeed={(speed) => setSpeed(audio.current, speed)} />
      </div>
      {isMasked && <p className="mt-1 text-[13px] text-muted">Words that are masked for your role are muted.</p>}
      {isFailed && (
        <p role="alert" className="mt-1 text-bad">
          The recording cannot be played. It may have been deleted: reload the page.
        </p>
      )}
    </section>
  );
}

function Speed({ onSpeed }: { onSpeed(speed: number): void }) {
  return (
    <select
      aria-label="Speed"
      defaultValue={1}
      onChange={({ target }) => onSpeed(Number(target.value))}
      className={`${INPUT} h-8 w-20 shrink-0 px-2 text-[13px]`}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {speed}×
        </option>
      ))}
    </select>
  );
}

/** Sets the default too, since loading resets to it. */
function setSpeed(audio: HTMLAudioElement | null, speed: number): void {
  if (audio !== null) Object.assign(audio, { playbackRate: speed, defaultPlaybackRate: speed });
}
