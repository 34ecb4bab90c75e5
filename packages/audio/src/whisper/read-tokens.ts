/** Tokens of Whisper become text. Its vocabulary writes bytes as characters, of which some stand for others so that all can be printed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Tokens {
  end: number;
  /** Begins a transcript in a language, without times. */
  prompt(language: string): number[] | undefined;
  /** Where a language is guessed. */
  start: number;
  languages: ReadonlyMap<number, string>;
  noSpeech: number;
  /** Never written: notes about sounds, and tokens that cannot begin a text. */
  suppressed: readonly number[];
  suppressedFirst: readonly number[];
  /** Layer and head, where attention follows the words. */
  alignmentHeads: readonly (readonly [layer: number, head: number])[];
  bytesOf(token: number): Uint8Array;
}

interface GenerationConfig {
  lang_to_id?: Record<string, number>;
  task_to_id?: Record<string, number>;
  suppress_tokens?: number[];
  begin_suppress_tokens?: number[];
  alignment_heads?: [number, number][];
  no_timestamps_token_id?: number;
  eos_token_id: number;
  decoder_start_token_id: number;
}

export async function readTokens(folder: string): Promise<Tokens> {
  const readJson = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown;
  const vocabulary = (await readJson('vocab.json')) as Record<string, number>;
  const config = (await readJson('generation_config.json')) as GenerationConfig;
  const pieces = new Map(Object.entries(vocabulary).map(([piece, id]) => [id, piece]));
  const languages = new Map(
    Object.entries(config.lang_to_id ?? {}).map(([name, id]) => [id, name.replace(/[<|>]/g, '')]),
  );
  const idOf = new Map([...languages].map(([id, language]) => [language, id]));
  const start = config.decoder_start_token_id;
  const transcribe = config.task_to_id?.transcribe;
  const noTimes = config.no_timestamps_token_id ?? 50_363;
  return {
    end: config.eos_token_id,
    start,
    languages,
    noSpeech: noTimes - 1,
    suppressed: config.suppress_tokens ?? [],
    suppressedFirst: config.begin_suppress_tokens ?? [],
    alignmentHeads: config.alignment_heads ?? [],
    prompt(language) {
      if (transcribe === undefined) return [start, noTimes]; // a model for English alone
      const id = idOf.get(language);
      return id === undefined ? undefined : [start, id, transcribe, noTimes];
    },
    bytesOf: (token) => Uint8Array.from(pieces.get(token) ?? '', (character) => BYTES.get(character) ?? 0x3f),
  };
}

/** As GPT-2 has it: bytes that can be printed are themselves, the others are the characters from 256 on. */
const BYTES: ReadonlyMap<string, number> = (() => {
  const printed = [
    [0x21, 0x7e],
    [0xa1, 0xac],
    [0xae, 0xff],
  ];
  const found = new Map<string, number>();
  let next = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    const isPrinted = printed.some(([low = 0, high = 0]) => byte >= low && byte <= high);
    found.set(String.fromCodePoint(isPrinted ? byte : next), byte);
    if (!isPrinted) next += 1;
  }
  return found;
})();
