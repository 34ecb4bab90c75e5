import { bold, dim, oneLine } from '../terminal.ts';
import type { Transcript } from './transcribe-file.ts';

export function transcriptLines({ turns }: Transcript): string[] {
  const width = Math.max(0, ...turns.map(({ start }) => timeOf(start).length));
  if (turns.length === 0) return [dim('No speech found.')];
  return turns.map((turn) => {
    const time = dim(timeOf(turn.start).padStart(width));
    return 'speaker' in turn
      ? `${time}  ${bold(`${oneLine(turn.speaker)}:`)} ${oneLine(turn.text)}`
      : `${time}  ${dim(turn.text)}`;
  });
}

/** 0:07, 12:45, 1:02:03. */
function timeOf(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  const two = (value = 0) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
