/** Reads a list of the client, page after page, up to a number of items. */
export async function collect<Item>(items: AsyncIterable<Item>, limit = Number.POSITIVE_INFINITY): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length >= limit) break;
  }
  return all;
}
