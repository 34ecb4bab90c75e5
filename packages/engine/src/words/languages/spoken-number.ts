/** One number as it is said in another language than English: its parts taken together from a place in the words on. */
import type { NumberWords, Part, PartKind } from './number-words.ts';

export interface SpokenValue {
  value: number;
  /** Index of one past the last word. */
  to: number;
  /** A single "one" that may be an article. */
  isArticle: boolean;
}

interface State {
  total: number;
  /** Below the last scale. */
  current: number;
  scale: number;
  last: PartKind | undefined;
  unitsFirst: boolean;
}

/** Whether nothing below hundreds was said yet. */
const isOpen = ({ last }: State): boolean =>
  last === undefined || last === 'hundred' || last === 'hundreds' || last === 'scale';

/** Takes the part in, or says that it does not continue this number. */
function takePart(state: State, { kind, value }: Part, join: Part | undefined): boolean {
  if (join !== undefined && !mayJoin(state, kind, join)) return false;
  switch (kind) {
    case 'unit':
      if (!isOpen(state) && !(state.last === 'tens' && !state.unitsFirst)) return false;
      if (value === 0 && state.last !== undefined) return false;
      state.current += value;
      break;
    case 'teen':
      if (!isOpen(state)) return false;
      state.current += value;
      break;
    case 'tens':
      if (!isOpen(state) && !(state.unitsFirst && state.last === 'unit' && join !== undefined)) return false;
      state.current += value;
      break;
    case 'hundred':
      if (state.current >= 100 || (state.last === 'unit' && state.current === 0)) return false;
      state.current = Math.max(1, state.current) * value;
      break;
    case 'hundreds':
      if (state.last !== undefined && state.last !== 'scale') return false;
      state.current += value;
      break;
    case 'scale':
      if (value >= state.scale || (state.current === 0 && state.last !== undefined)) return false;
      state.total += (state.current || 1) * value;
      state.current = 0;
      state.scale = value;
      break;
    case 'half':
      if (state.last === undefined || state.last === 'half') return false;
      state.current += state.last === 'scale' ? state.scale * value : value;
      break;
    case 'join':
      return false;
  }
  state.last = kind;
  return true;
}

function mayJoin({ last }: State, kind: PartKind, { between }: Part): boolean {
  if (kind === 'half' || between === 'all') return true;
  return between === 'units' && last === 'tens' && (kind === 'unit' || kind === 'teen');
}

/** The number that begins at this word, if one does. */
export function readSpoken(language: NumberWords, words: readonly string[], from: number): SpokenValue | undefined {
  const state: State = {
    total: 0,
    current: 0,
    scale: Number.POSITIVE_INFINITY,
    last: undefined,
    unitsFirst: language.unitsFirst,
  };
  let join: Part | undefined;
  let best: SpokenValue | undefined;
  for (let at = from; at < words.length; ) {
    const next = language.at(words, at);
    const [first] = next?.parts ?? [];
    if (next === undefined || first === undefined) break;
    if (next.parts.length === 1 && first.kind === 'join') {
      if (join !== undefined || best === undefined) break;
      join = first;
      at += next.count;
      continue;
    }
    if (!takeWord(state, next.parts, join)) break;
    join = undefined;
    at += next.count;
    best = {
      value: state.total + state.current,
      to: at,
      isArticle: first.isArticle === true && at === from + next.count && next.parts.length === 1,
    };
  }
  return best;
}

/** All parts of a word, or none: "vierundneunzig" is never 4. */
function takeWord(state: State, parts: readonly Part[], before: Part | undefined): boolean {
  const tried = { ...state };
  let join = before;
  for (const part of parts) {
    if (part.kind === 'join') {
      if (join !== undefined) return false;
      join = part;
    } else {
      if (!takePart(tried, part, join)) return false;
      join = undefined;
    }
  }
  if (join !== undefined) return false;
  Object.assign(state, tried);
  return true;
}
