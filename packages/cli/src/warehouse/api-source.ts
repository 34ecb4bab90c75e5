/** What an export reads, through the API. */
import type { BrickworkClient } from '@brickwork/client';
import type { Source } from '@brickwork/warehouse/export-data-set';
import { ExportError } from '@brickwork/warehouse/export-error';

/** Lines that are handed on together. */
const PAGE_LINES = 200;

export function apiSource({ warehouse }: BrickworkClient, options: { mask?: boolean }): Source {
  return {
    changes: (after, signal) => warehouse.changes(after, { ...options, signal }),
    async *runs(days, signal) {
      const stream = await warehouse.runs(days, { ...options, signal });
      let day: string | undefined;
      let lines: string[] = [];
      let isWhole = false;
      for await (const line of linesOf(stream)) {
        const isMark = line.length < 40;
        if (lines.length > 0 && (isMark || lines.length === PAGE_LINES)) {
          yield { day: day ?? '', lines };
          lines = [];
        }
        if (!isMark) lines.push(line);
        else if (line === '{"end":true}') isWhole = true;
        else day = (JSON.parse(line) as { day: string }).day;
      }
      if (!isWhole)
        throw new ExportError(
          'The service’s response was cut off. Run the command again: it continues where it stopped.',
        );
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
