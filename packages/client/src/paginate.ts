interface Page<Item> {
  data: Item[];
  next_cursor?: string;
}

/** Every item of a list, page after page, fetched as they are consumed. */
export async function* paginate<Item>(
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
