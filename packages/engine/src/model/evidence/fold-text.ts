/**
 * A folded copy of a text for comparison, with a mapping to the original: case, quotes, dashes, spaces and compatibility forms (NFKC) are levelled;
 * every folded unit knows its slice of the source, so that a match can be returned verbatim.
 */
export interface FoldedText {
  text: string;
  /** For each UTF-16 unit of `text`: where its source begins and ends. */
  starts: Int32Array;
  ends: Int32Array;
}

/** A letter with its marks, or conjoined Hangul: what NFKC composes must be folded together. */
const CLUSTER = /[\u1100-\u115f]+[\u1160-\u11ff]*|\P{M}\p{M}*|\p{M}+/gsu;
/** Invisible characters without meaning for comparison: zero-width characters, soft hyphens, variation selectors, direction marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const SAME: ReadonlyMap<string, string> = new Map([
  ...[...'‘’‚‛′´`ʼ＇'].map((character): [string, string] => [character, "'"]),
  ...[...'“”„‟″«»「」『』〝〞'].map((character): [string, string] => [character, '"']),
  ...[...'‐‑‒–—―−﹣'].map((character): [string, string] => [character, '-']),
]);

export function foldText(source: string): FoldedText {
  const writer = new FoldWriter(source.length);
  let at = 0;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    // Most characters have no combining mark after them; each is folded once and cached.
    if (isSingle(code) && !isJoining(source.charCodeAt(at + 1))) {
      writer.add(foldSingle(code), at, at + 1);
      at += 1;
      continue;
    }
    CLUSTER.lastIndex = at;
    const cluster = CLUSTER.exec(source)?.[0] ?? source.slice(at, at + 1);
    writer.add(foldCluster(cluster), at, at + cluster.length);
    at += cluster.length;
  }
  return writer.done();
}

const FOLDED = new Map<number, string>();

function foldSingle(code: number): string {
  let folded = FOLDED.get(code);
  if (folded === undefined) {
    folded = foldCluster(String.fromCharCode(code));
    FOLDED.set(code, folded);
  }
  return folded;
}

/** Neither half of a pair nor a leading Hangul letter. */
function isSingle(code: number): boolean {
  return (code < 0xd800 || code > 0xdfff) && (code < 0x1100 || code > 0x11ff);
}

const JOINING = new Uint8Array(0x1_0000);

/** Whether this unit may belong to the character before it. Halves of pairs may, as far as one half shows. */
function isJoining(code: number): boolean {
  if (!(code >= 0x300)) return false;
  let known = JOINING[code];
  if (known === 0) {
    known = !isSingle(code) || /\p{M}/u.test(String.fromCharCode(code)) ? 2 : 1;
    JOINING[code] = known;
  }
  return known === 2;
}

function foldCluster(cluster: string): string {
  const visible = cluster.replace(INVISIBLE, '');
  let folded = '';
  for (const character of visible) folded += SAME.get(character) ?? character;
  folded = folded.normalize('NFKC').toLowerCase().normalize('NFKC');
  let level = '';
  for (const character of folded) level += SAME.get(character) ?? (/\s/u.test(character) ? ' ' : character);
  return level;
}

class FoldWriter {
  #parts: string[] = [];
  #starts: Int32Array;
  #ends: Int32Array;
  #length = 0;
  #endsInSpace = true;

  constructor(capacity: number) {
    this.#starts = new Int32Array(capacity + 16);
    this.#ends = new Int32Array(capacity + 16);
  }

  /** A run of spaces becomes one; leading space is removed. */
  add(folded: string, start: number, end: number): void {
    for (let index = 0; index < folded.length; index += 1) {
      const unit = folded.charAt(index);
      if (unit === ' ' && this.#endsInSpace) continue;
      this.#endsInSpace = unit === ' ';
      if (this.#length === this.#starts.length) this.#grow();
      this.#starts[this.#length] = start;
      this.#ends[this.#length] = end;
      this.#length += 1;
      this.#parts.push(unit);
    }
  }

  done(): FoldedText {
    return {
      text: this.#parts.join(''),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    };
  }

  #grow(): void {
    const size = this.#starts.length * 2;
    const grow = (from: Int32Array) => {
      const to = new Int32Array(size);
      to.set(from);
      return to;
    };
    this.#starts = grow(this.#starts);
    this.#ends = grow(this.#ends);
  }
}
