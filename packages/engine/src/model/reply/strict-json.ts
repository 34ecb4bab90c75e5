/**
 * Strict JSON: no duplicate member, no NaN, no trailing comma, no control character in a string. It reads one value from the middle of a
 * text and reports where it ended, or where and why it failed. `JSON.parse` can do neither.
 */
export type StrictJson =
  | { ok: true; value: unknown; end: number }
  | { ok: false; at: number; isCutOff: boolean; isDuplicate: boolean };

const MAX_DEPTH = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Failure {
  readonly at: number;
  readonly isDuplicate: boolean;
  constructor(at: number, isDuplicate = false) {
    this.at = at;
    this.isDuplicate = isDuplicate;
  }
}

export function readStrictJson(text: string, start: number): StrictJson {
  const reader = new Reader(text, start);
  try {
    const value = reader.value(0);
    return { ok: true, value, end: reader.at };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, at: error.at, isCutOff: error.at >= text.length, isDuplicate: error.isDuplicate };
  }
}

class Reader {
  readonly #text: string;
  at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  value(depth: number): unknown {
    this.#space();
    if (depth > MAX_DEPTH) throw new Failure(this.at);
    switch (this.#text[this.at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.at += 1;
    this.#space();
    if (this.#take('}')) return {};
    for (;;) {
      this.#space();
      const nameAt = this.at;
      const name = this.#string();
      if (members.has(name)) throw new Failure(nameAt, true);
      this.#space();
      this.#expect(':');
      members.set(name, this.value(depth + 1));
      this.#space();
      // A name such as __proto__ stays an own member.
      if (this.#take('}')) return Object.fromEntries(members);
      this.#expect(',');
    }
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    this.#space();
    if (this.#take(']')) return items;
    for (;;) {
      items.push(this.value(depth + 1));
      this.#space();
      if (this.#take(']')) return items;
      this.#expect(',');
    }
  }

  #string(): string {
    if (this.#text[this.at] !== '"') throw new Failure(this.at);
    for (let at = this.at + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        const whole = this.#text.slice(this.at, at + 1);
        this.at = at + 1;
        return JSON.parse(whole) as string;
      }
      if (code < 0x20) throw new Failure(at);
      if (code === BACKSLASH) at += this.#escaped(at) - 1;
    }
    throw new Failure(this.#text.length);
  }

  /** How long the escape at `at` is. */
  #escaped(at: number): number {
    const found = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.#text.slice(at, at + 6));
    if (found !== null) return found[0].length;
    throw new Failure(at + 6 > this.#text.length ? this.#text.length : at);
  }

  #number(): number {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.#text);
    const value = found === null ? Number.NaN : Number(found[0]);
    if (found === null || !Number.isFinite(value)) throw new Failure(this.at);
    this.at += found[0].length;
    return value;
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.at)) {
      throw new Failure(word.startsWith(this.#text.slice(this.at)) ? this.#text.length : this.at);
    }
    this.at += word.length;
    return value;
  }

  #space(): void {
    while (' \n\r\t'.includes(this.#text[this.at] ?? 'x')) this.at += 1;
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw new Failure(this.at);
  }
}
