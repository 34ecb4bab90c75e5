/** Pages of a CSV as one file: the header line once, and the rows about all groups (`*other`, `*total`) from the last page only. */

export interface CsvPage {
  text: string;
  nextCursor: string | undefined;
}

export function joinCsv(
  pageAt: (cursor: string | undefined) => Promise<CsvPage>,
  first: CsvPage,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let page: CsvPage | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (page === undefined) {
          controller.close();
          return;
        }
        const { text, nextCursor }: CsvPage = page;
        controller.enqueue(encoder.encode(rowsOf(text, page === first, nextCursor === undefined)));
        page = nextCursor === undefined ? undefined : await pageAt(nextCursor);
      },
    },
    // No page is fetched ahead of the caller.
    { highWaterMark: 0 },
  );
}

/** A record with its line end: a quoted cell may hold line breaks. */
const RECORD = /(?:"[^"]*"|[^"\n])*\n/g;

function rowsOf(text: string, isFirst: boolean, isLast: boolean): string {
  const records = text.match(RECORD) ?? [];
  return records
    .slice(isFirst ? 0 : 1)
    .filter((record) => isLast || !record.startsWith('*'))
    .join('');
}
