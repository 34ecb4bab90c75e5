/** Around a run: where a copy of its recording is kept, a player, and the moments of its words. */
import type { SpokenTurn } from '@brickwork/client';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Run } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { ListeningContext } from './listening.ts';
import { Player } from './player.tsx';
import { spokenMoment, turnAt } from './spoken-moment.ts';

export function ListenArea({ run, children }: { run: Run; children: ReactNode }) {
  const mayListen = useMay('runs:read_input');
  const { data } = useRead(mayListen && ((api) => api.recordings.page({ run_id: run.run_id, limit: 1 })));
  const recording = data?.data.find(({ has_audio }) => has_audio);
  const id = recording?.recording_id;
  const spoken = useRead(id !== undefined && ((api) => api.recordings.get(id, { include: 'conversation' }))).data;
  const audio = useRef<HTMLAudioElement>(null);
  const [turn, setTurn] = useState<number>();
  const turns = run.conversation?.turns ?? NO_TURNS;
  const onSeconds = useCallback((seconds: number) => setTurn(turnAt(turns, seconds)), [turns]);
  const listening = useMemo(
    () => ({
      turn,
      playFrom: (seconds: number) => playFrom(audio.current, seconds),
      momentOf: (offset: number) => spokenMoment(turns, offset, spoken?.conversation?.turns ?? NO_SPOKEN),
    }),
    [turn, turns, spoken],
  );
  if (recording === undefined) return children;
  return (
    <ListeningContext value={listening}>
      <Player audio={audio} recording={recording} isMasked={run.masked === true} onSeconds={onSeconds} />
      <div className="lg:[--player:4.5rem]">{children}</div>
    </ListeningContext>
  );
}

const NO_TURNS: NonNullable<Run['conversation']>['turns'] = [];
const NO_SPOKEN: readonly SpokenTurn[] = [];

function playFrom(audio: HTMLAudioElement | null, seconds: number): void {
  if (audio === null) return;
  audio.currentTime = seconds;
  // The element reports errors.
  audio.play().catch(() => undefined);
}
