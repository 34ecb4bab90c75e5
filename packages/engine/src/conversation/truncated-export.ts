/**
 * Exports that show that they are incomplete: a link to the next page, or a count larger than the list. The content of such an export is
 * right but incomplete, so the run gets a warning.
 */
import { isRecord } from './expect-input.ts';

/** Where APIs put the link to their next page, one level down at most. */
const NEXT: readonly string[] = [
  'next_page',
  'next_page_url',
  'next_page_token',
  'nextPageToken',
  'next_page_id',
  'next_cursor',
  'nextCursor',
  'nextRecordsUrl',
  'NextToken',
  '@odata.nextLink',
  'paging.next',
  'pages.next',
  'links.next',
  'link.next',
  '_links.next',
  '_pagination.next',
  'pagination.next',
  'meta.next_page_url',
  'meta.next',
  'response_metadata.next_cursor',
  'records.cursor',
];
const MORE: readonly string[] = ['has_more', 'hasMore', 'meta.has_more', 'meta.hasMore', 'truncated', 'is_truncated'];
const TOTALS: readonly string[] = [
  'total_count',
  'totalCount',
  'total_parts',
  'totalRecords',
  'totalSize',
  'total',
  'count',
];
const MAX_DEPTH = 2;

export function warnOfTruncation(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const next = NEXT.find((path) => isLink(at(value, path)));
  if (next !== undefined) return [warning(`\`${next}\` says that there is a next page`)];
  const more = MORE.find((path) => at(value, path) === true);
  if (more !== undefined) return [warning(`\`${more}\` is true`)];
  const short = shortList(value, 0);
  return short === undefined
    ? []
    : [warning(`\`${short.name}\` is ${short.total}, but ${short.length} are in the list`)];
}

function warning(why: string): string {
  return `The export is incomplete: ${why}. The missing part was not read; fetch all pages and send them as one export.`;
}

/** An address, a cursor, or an object with one; null and empty values mean that this was the last page. */
function isLink(value: unknown): boolean {
  if (isRecord(value)) return Object.values(value).some((member) => isLink(member));
  return typeof value === 'string' && value.trim() !== '';
}

function at(value: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(value, path)) return value[path];
  const [outer = '', inner = ''] = path.split('.');
  const member = Object.hasOwn(value, outer) ? value[outer] : undefined;
  return isRecord(member) && Object.hasOwn(member, inner) ? member[inner] : undefined;
}

interface ShortList {
  name: string;
  total: number;
  length: number;
}

/** A count next to exactly one, shorter list of objects. */
function shortList(value: Record<string, unknown>, depth: number): ShortList | undefined {
  const members = Object.values(value).slice(0, 100);
  const lists = members.filter((member): member is unknown[] => Array.isArray(member) && member.some(isRecord));
  const [list] = lists;
  const name = TOTALS.find((total) => typeof value[total] === 'number');
  const total = name === undefined ? undefined : value[name];
  if (
    lists.length === 1 &&
    list !== undefined &&
    name !== undefined &&
    typeof total === 'number' &&
    total > list.length
  ) {
    return { name, total, length: list.length };
  }
  if (depth >= MAX_DEPTH) return undefined;
  for (const member of members) {
    const found = isRecord(member) ? shortList(member, depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
