/**
 * Teams: the metadata of a transcript (`…/transcripts/{id}/metadataContent`), which is WebVTT with an object in each cue, and the JSON of a recording's
 * transcript (`entries`). Objects of the first kind are read as a list too.
 */
import { isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { textLines } from '../text-lines.ts';
import { readTimecode } from '../timecode.ts';
import {
  firstRecord,
  labelOf,
  readItems,
  recordsOf,
  secondsSince,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const teams: VendorFormat = {
  marks: ['speakerName', 'spokenText', 'spokenLanguage', 'speakerDisplayName', 'startOffset', 'endOffset'],
  is(value) {
    if (typeof value === 'string') return /^\uFEFF?WEBVTT\s/.test(value) && firstCue(value) !== undefined;
    const item = firstRecord(listOf(value));
    return item !== undefined && ('spokenText' in item || 'speakerDisplayName' in item);
  },
  read(value, path) {
    const items = typeof value === 'string' ? cuesOf(value) : recordsOf(listOf(value));
    const begin = items.map(({ startDateTime }) => instantOf(startDateTime)).find((at) => at !== undefined);
    return readItems(
      items,
      path,
      (item) => {
        const text = textOf(item.spokenText) ?? textOf(item.text);
        if (text === undefined) return undefined;
        const name = textOf(item.speakerName) ?? textOf(item.speakerDisplayName);
        return {
          text,
          speaker: name ?? labelOf(item.speakerId),
          startSeconds: secondsOfOffset(item.startOffset) ?? secondsSince(begin, instantOf(item.startDateTime)),
          endSeconds: secondsOfOffset(item.endOffset) ?? secondsSince(begin, instantOf(item.endDateTime)),
          at: instantOf(item.startDateTime),
          name,
        };
      },
      { channel: 'call' },
    );
  },
};

function listOf(value: unknown): unknown {
  return isRecord(value) ? value.entries : value;
}

/** Cues that hold an object on one line; anything else is not a cue. */
function cuesOf(text: string): Record<string, unknown>[] {
  return textLines(text).flatMap(({ text: line }): Record<string, unknown>[] => {
    const cue = cueOf(line);
    return cue === undefined ? [] : [cue];
  });
}

function firstCue(text: string): Record<string, unknown> | undefined {
  const line = textLines(text.slice(0, 20_000)).find((one) => one.text.startsWith('{'));
  return cueOf(line?.text ?? '');
}

function cueOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{') || !line.includes('"spokenText"')) return undefined;
  try {
    const cue: unknown = JSON.parse(line);
    return isRecord(cue) ? cue : undefined;
  } catch {
    return undefined;
  }
}

/** `00:00:03.1200000`. */
function secondsOfOffset(offset: unknown): number | undefined {
  return typeof offset === 'string' ? readTimecode(offset.replace(/(\.\d{3})\d{1,6}$/, '$1')) : undefined;
}
