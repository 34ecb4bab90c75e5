/** A bar on a terminal's last line; nothing where the output goes to a file or a pipe. */
const WIDTH = 30;
const REDRAW_MS = 100;

export interface ProgressBar {
  /** `note`: what is known so far. */
  show(progress: { done: number; total: number }, note?: string): void;
  clear(): void;
}

export function progressBar(label: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  const started = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  let first: number | undefined;
  return {
    show({ done, total }, note) {
      const now = performance.now();
      // Work done before a resume says nothing about the speed of this run.
      first ??= done;
      if (now - drawn < REDRAW_MS && done < total) return;
      drawn = now;
      const filled = Math.round((done / total) * WIDTH);
      const perLine = done > first ? (now - started) / (done - first) : undefined;
      const left = perLine === undefined ? '' : `  ${Math.ceil((perLine * (total - done)) / 1000)} s left`;
      stream.write(
        `\r\u001b[2K${label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}${left}${note === undefined ? '' : `  ${note}`}`,
      );
    },
    clear: () => void stream.write('\r\u001b[2K'),
  };
}
