/** Where each token begins: the cheapest way through the attention of tokens (down) to frames (across) that never goes back. */

/** Frames that a token's attention is smoothed over. */
const SMOOTHED = 7;

/** The frame at which each token begins. Without attention the tokens share the frames evenly. */
export function alignTokens(attention: readonly Float32Array[], tokens: number, frames: number): number[] {
  if (attention.length < tokens || attention.some((row) => row.length === 0))
    return Array.from({ length: tokens }, (_, token) => Math.floor((token * frames) / Math.max(1, tokens)));
  const rows = standardised(attention.map((row) => row.subarray(0, frames))).map(smoothed);
  return cheapestPath(rows, frames);
}

/** A frame that every token attends to is not informative. */
function standardised(rows: readonly Float32Array[]): Float32Array[] {
  const out = rows.map((row) => new Float32Array(row.length));
  const frames = rows[0]?.length ?? 0;
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    let square = 0;
    for (const row of rows) {
      sum += row[frame] ?? 0;
      square += (row[frame] ?? 0) ** 2;
    }
    const mean = sum / rows.length;
    const deviation = Math.sqrt(Math.max(1e-12, square / rows.length - mean * mean));
    for (const [token, row] of rows.entries()) {
      const target = out[token];
      if (target !== undefined) target[frame] = ((row[frame] ?? 0) - mean) / deviation;
    }
  }
  return out;
}

/** The median of the frames around. */
function smoothed(row: Float32Array): Float32Array {
  const half = (SMOOTHED - 1) / 2;
  return row.map((_, frame) => {
    const around = row.slice(Math.max(0, frame - half), frame + half + 1).sort();
    return around[around.length >> 1] ?? 0;
  });
}

const DIAGONAL = 0;
const NEXT_TOKEN = 1;

function cheapestPath(rows: readonly Float32Array[], frames: number): number[] {
  const tokens = rows.length;
  const width = frames + 1;
  const costs = new Float32Array((tokens + 1) * width).fill(Infinity);
  const steps = new Uint8Array((tokens + 1) * width);
  costs[0] = 0;
  for (let token = 1; token <= tokens; token += 1) {
    const row = rows[token - 1];
    for (let frame = 1; frame <= frames; frame += 1) {
      const at = token * width + frame;
      const ways = [costs[at - width - 1] ?? Infinity, costs[at - width] ?? Infinity, costs[at - 1] ?? Infinity];
      let best = 0;
      for (const way of [1, 2]) if ((ways[way] ?? Infinity) < (ways[best] ?? Infinity)) best = way;
      costs[at] = (ways[best] ?? Infinity) - (row?.[frame - 1] ?? 0);
      steps[at] = best;
    }
  }
  const begins = new Array<number>(tokens).fill(0);
  for (let token = tokens, frame = frames; token > 0 && frame > 0; ) {
    begins[token - 1] = frame - 1;
    const step = steps[token * width + frame];
    if (step === DIAGONAL || step === NEXT_TOKEN) token -= 1;
    if (step !== NEXT_TOKEN) frame -= 1;
  }
  return begins;
}
