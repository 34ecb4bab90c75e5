export interface Page<Items> {
  data: Items;
  next_cursor?: string;
}

export interface Paging {
  /** Items per page; 100 by default. */
  limit?: number | undefined;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/** A list: `await` gives its first page, `for await` every item, page after page, fetched as they are consumed. */
export interface List<Item, All extends Page<Item[]> = Page<Item[]>> extends Promise<All>, AsyncIterable<Item> {}

type FetchPage<All> = (cursor: string | undefined) => Promise<All>;

/** Nothing is sent until somebody awaits or iterates. */
export function paginate<Item, All extends Page<Item[]>>(fetchPage: FetchPage<All>, cursor?: string): List<Item, All> {
  let first: Promise<All> | undefined;
  const firstPage = () => {
    first ??= fetchPage(cursor);
    return first;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is meant to be awaited.
    then: (...given) => firstPage().then(...given),
    catch: (...given) => firstPage().catch(...given),
    finally: (...given) => firstPage().finally(...given),
    [Symbol.asyncIterator]: () => items<Item>(fetchPage, cursor),
    [Symbol.toStringTag]: 'List',
  };
}

async function* items<Item>(
  fetchPage: FetchPage<Page<Item[]>>,
  from: string | undefined,
): AsyncGenerator<Item, void, undefined> {
  let cursor = from;
  do {
    const page = await fetchPage(cursor);
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
