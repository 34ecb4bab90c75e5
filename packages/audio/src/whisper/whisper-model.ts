/** Whisper: thirty seconds of speech become words with their times. Always the most likely token, so the same sound gives the same words. */
import type { RecognisedWord, Recognition } from '../recognise.ts';
import { SAMPLE_RATE } from '../sound/resample.ts';
import { alignTokens } from './align-tokens.ts';
import { loopedTail } from './looped-tail.ts';
import { melSpectrum, WINDOW_SECONDS } from './mel-spectrum.ts';
import { openSessions, type Session, type Tensor, type Values, type WhisperSessions } from './open-sessions.ts';
import { readTokens, type Tokens } from './read-tokens.ts';
import { toWords } from './to-words.ts';

export { WINDOW_SECONDS } from './mel-spectrum.ts';

const MOST_TOKENS = 224;
/** Nothing was said if this is likely and the text is not. */
const SILENCE_LEAST = 0.6;
const TEXT_MOST = -1;
/** Nobody speaks faster: a model that writes more is wrong. */
const MOST_TOKENS_A_SECOND = 8;
const MORE_TOKENS = 16;
const FRAMES_A_SECOND = 50;

interface Written {
  tokens: number[];
  logProbabilities: number[];
  /** For each token, over the encoder's frames. */
  attention: Float32Array[];
  silence: number;
}

export class WhisperModel {
  readonly #sessions: WhisperSessions;
  readonly #tokens: Tokens;
  readonly #crossNames: readonly string[];

  private constructor(sessions: WhisperSessions, tokens: Tokens) {
    this.#sessions = sessions;
    this.#tokens = tokens;
    const layers = new Set(tokens.alignmentHeads.map(([layer]) => layer));
    const names = [...layers].map((layer) => `cross_attentions.${layer}`);
    this.#crossNames = names.filter((name) => sessions.decoder.outputNames.includes(name));
  }

  static async open(folder: string, threads: number): Promise<WhisperModel> {
    return new WhisperModel(await openSessions(folder, threads), await readTokens(folder));
  }

  /** At most thirty seconds. Without a language, it is detected and returned. */
  async recognise(samples: Float32Array, wanted: string | undefined, signal: AbortSignal): Promise<Recognition> {
    const hidden = await this.#encode(samples);
    const language = wanted ?? (await this.#guess(hidden));
    const prompt = this.#tokens.prompt(language) ?? this.#tokens.prompt('en') ?? [];
    const written = await this.#write(hidden, prompt, mostTokens(samples), signal);
    const mean = written.logProbabilities.reduce((sum, one) => sum + one, 0) / Math.max(1, written.tokens.length);
    if (written.tokens.length === 0 || (written.silence > SILENCE_LEAST && mean < TEXT_MOST))
      return { language, words: [] };
    return { language, words: this.#wordsOf(written, samples.length / SAMPLE_RATE) };
  }

  async #encode(samples: Float32Array): Promise<Tensor> {
    const { encoder, tensor } = this.#sessions;
    const features = melSpectrum(samples);
    const input_features = tensor('float32', features, [1, 80, features.length / 80]);
    const { last_hidden_state: hidden } = await encoder.run({ input_features }, ['last_hidden_state']);
    return required(hidden);
  }

  async #guess(hidden: Tensor): Promise<string> {
    const { start, languages } = this.#tokens;
    if (languages.size === 0) return 'en';
    const { logits } = await this.#decode(hidden, [start], undefined, ['logits']);
    const scores = required(logits).data;
    return [...languages].reduce((best, one) => ((scores[one[0]] ?? 0) > (scores[best[0]] ?? 0) ? one : best))[1];
  }

  async #write(hidden: Tensor, prompt: readonly number[], most: number, signal: AbortSignal): Promise<Written> {
    const { end, noSpeech, suppressed, suppressedFirst } = this.#tokens;
    const written: Written = { tokens: [], logProbabilities: [], attention: [], silence: 0 };
    let past: Record<string, Tensor> | undefined;
    let next: readonly number[] = prompt;
    while (written.tokens.length < most) {
      signal.throwIfAborted();
      const names = [...stateNames(this.#sessions.layers, past === undefined), ...this.#crossNames];
      const given = await this.#decode(hidden, next, past, ['logits', ...names]);
      const logits = lastRow(required(given.logits));
      if (past === undefined) written.silence = chanceOf(logitsOfFirst(required(given.logits)), noSpeech);
      else written.attention.push(this.#attentionOf(given));
      past = { ...past, ...pastOf(given) };
      for (const token of suppressed) logits[token] = -Infinity;
      if (written.tokens.length === 0) for (const token of suppressedFirst) logits[token] = -Infinity;
      for (let token = end + 1; token < logits.length; token += 1) logits[token] = -Infinity; // no times, no tasks
      const token = highest(logits);
      if (token === end) return written; // A speaker who says something five times has said it five times.
      written.tokens.push(token);
      written.logProbabilities.push(Math.log(chanceOf(logits, token)));
      next = [token];
    }
    const loop = loopedTail(written.tokens);
    if (loop > 0) for (const list of [written.tokens, written.logProbabilities]) list.splice(-loop);
    return written;
  }

  #decode(
    hidden: Tensor,
    tokens: readonly number[],
    past: Readonly<Record<string, Tensor>> | undefined,
    outputs: readonly string[],
  ): Promise<Values> {
    const { decoder, tensor, heads, width } = this.#sessions;
    const none = (length: number) =>
      tensor('float32', new Float32Array(heads * length * width), [1, heads, length, width]);
    const empty: Record<string, Tensor> = {};
    if (past === undefined)
      for (const name of stateNames(this.#sessions.layers, true))
        empty[name.replace('present', 'past_key_values')] = none(0);
    return (decoder as Session).run(
      {
        input_ids: tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
        encoder_hidden_states: hidden,
        use_cache_branch: tensor('bool', Uint8Array.of(past === undefined ? 0 : 1), [1]),
        ...empty,
        ...past,
      },
      outputs,
    );
  }

  /** The heads that follow the words, on average; of the token that was given last. */
  #attentionOf(given: Values): Float32Array {
    let sum: Float32Array | undefined;
    for (const [layer, head] of this.#tokens.alignmentHeads) {
      const tensor = given[`cross_attentions.${layer}`];
      if (tensor === undefined) continue;
      const [, , rows = 1, frames = 0] = tensor.dims;
      const from = (head * rows + rows - 1) * frames;
      const row = tensor.data.subarray(from, from + frames);
      sum ??= new Float32Array(frames);
      for (let frame = 0; frame < frames; frame += 1) sum[frame] = (sum[frame] ?? 0) + (row[frame] ?? 0);
    }
    return sum ?? new Float32Array();
  }

  #wordsOf({ tokens, logProbabilities, attention }: Written, seconds: number): RecognisedWord[] {
    const frames = Math.min(WINDOW_SECONDS * FRAMES_A_SECOND, Math.ceil(seconds * FRAMES_A_SECOND));
    const times = alignTokens(attention.slice(0, tokens.length), tokens.length, frames).map(
      (frame) => frame / FRAMES_A_SECOND,
    );
    return toWords(
      tokens.map((token, index) => ({
        bytes: this.#tokens.bytesOf(token),
        start: times[index] ?? 0,
        end: times[index + 1] ?? seconds,
        logProbability: logProbabilities[index] ?? 0,
      })),
    );
  }
}

function mostTokens(samples: Float32Array): number {
  return Math.min(MOST_TOKENS, MORE_TOKENS + Math.ceil((MOST_TOKENS_A_SECOND * samples.length) / SAMPLE_RATE));
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The model lacks an output.');
  return value;
}

function stateNames(layers: number, isFirst: boolean): string[] {
  const parts = isFirst
    ? ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value']
    : ['decoder.key', 'decoder.value'];
  return Array.from({ length: layers }, (_, layer) => parts.map((part) => `present.${layer}.${part}`)).flat();
}

/** What the decoder has computed goes into the next step; what it knows of the sound is computed once. */
function pastOf(given: Values): Record<string, Tensor> {
  const states = Object.entries(given).filter(([name]) => name.startsWith('present.'));
  return Object.fromEntries(states.map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor]));
}

function lastRow({ data, dims }: Tensor): Float32Array {
  const [, , size = 0] = dims;
  return data.slice(data.length - size);
}

function logitsOfFirst({ data, dims }: Tensor): Float32Array {
  const [, , size = 0] = dims;
  return data.subarray(0, size);
}

function highest(logits: Float32Array): number {
  let best = 0;
  for (let token = 1; token < logits.length; token += 1) if ((logits[token] ?? 0) > (logits[best] ?? 0)) best = token;
  return best;
}

function chanceOf(logits: Float32Array, token: number): number {
  let most = -Infinity;
  for (const logit of logits) if (logit > most) most = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  return Math.exp((logits[token] ?? -Infinity) - most) / sum;
}
