/** The labelled texts of `labels/`: each a list of turns with the spans that identify somebody. Odd places tune, even places are reported. */
import { readFileSync } from 'node:fs';
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract';
import type { MaskText } from '@brickwork/engine/mask/identity';
import { readConvFile } from '../../../tools/reader/read-conv-file.ts';

export interface LabelledSpan {
  start: number;
  end: number;
  kind: MaskClass;
}

export interface LabelledText {
  name: string;
  half: 'tune' | 'report';
  turns: (MaskText & { spans: LabelledSpan[] })[];
}

const LABELS = new URL('./labels/', import.meta.url);
const CONVERSATIONS = new URL('../../../tools/reader/conversations/', import.meta.url);
const MARK = new RegExp(`\\{(${MASK_CLASSES.join('|')}):([^}]*)\\}`, 'g');

export function readLabels(): LabelledText[] {
  return [...readSentences(), ...readConversations(), ...readReaderConversations()];
}

function linesOf(file: string): string[] {
  const lines = readFileSync(new URL(file, LABELS), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

function halfOf(place: number): LabelledText['half'] {
  return place % 2 === 0 ? 'tune' : 'report';
}

function readSentences(): LabelledText[] {
  const both = linesOf('sentences.txt').map((line, place) => ({
    name: `sentence ${place + 1}`,
    half: halfOf(place),
    turns: [unmark(line)],
  }));
  const tuned = linesOf('more-tuning.txt').map((line, place) => ({
    name: `more ${place + 1}`,
    half: 'tune' as const,
    turns: [unmark(line)],
  }));
  return [...both, ...tuned];
}

function readConversations(): LabelledText[] {
  const texts: LabelledText[] = [];
  for (const line of linesOf('conversations.txt')) {
    if (line.startsWith('=== ')) texts.push({ name: line.slice(4), half: halfOf(texts.length), turns: [] });
    else {
      const [, label = '', said = ''] = /^((?:\{[^}]*\}|[^:{])*): (.*)$/.exec(line) ?? [];
      texts.at(-1)?.turns.push({ ...unmark(said), speaker: unmark(label).text });
    }
  }
  return texts;
}

/** The words are listed once per conversation and are marked wherever they stand; of two that overlap, the longer one. */
function readReaderConversations(): LabelledText[] {
  return linesOf('reader-conversations.txt').map((line, place) => {
    const [file = '', id = '', ...lists] = line.split('|').map((part) => part.trim());
    const found = readConvFile(new URL(`${file}.conv`, CONVERSATIONS).pathname).find((each) => each.id === id);
    if (found === undefined) throw new Error(`${file}.conv has no conversation ${id}`);
    const marked = lists
      .filter((list) => list !== '')
      .flatMap((list) => {
        const [kind = '', words = ''] = list.split(/: (.*)/);
        return words.split(', ').map((text) => ({ kind: kind as MaskClass, text }));
      });
    return {
      name: id,
      half: halfOf(place),
      turns: found.conversation.turns.map(({ text, speaker }) => ({ text, speaker, spans: spansOf(text, marked) })),
    };
  });
}

function spansOf(text: string, marked: readonly { kind: MaskClass; text: string }[]): LabelledSpan[] {
  const spans: LabelledSpan[] = [];
  for (const { kind, text: words } of marked.toSorted((a, b) => b.text.length - a.text.length)) {
    for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1)) {
      const end = start + words.length;
      const isWhole = !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '') && !/[\p{L}\p{N}]/u.test(text[end] ?? '');
      if (isWhole && spans.every((span) => end <= span.start || start >= span.end)) spans.push({ start, end, kind });
    }
  }
  return spans;
}

function unmark(line: string): { text: string; spans: LabelledSpan[] } {
  const spans: LabelledSpan[] = [];
  let text = '';
  let last = 0;
  for (const match of line.matchAll(MARK)) {
    text += line.slice(last, match.index);
    const [whole, kind, words = ''] = match;
    spans.push({ start: text.length, end: text.length + words.length, kind: kind as MaskClass });
    text += words;
    last = match.index + whole.length;
  }
  return { text: text + line.slice(last), spans };
}
