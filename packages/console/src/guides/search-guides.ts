/** Sections for what somebody typed: all of its words, or where no section has all of them, those that have most. */
import MiniSearch from 'minisearch';
import { type GuideSection, INDEX } from './index-options.ts';

export type Hit = Pick<GuideSection, 'address' | 'title' | 'page' | 'excerpt'>;

const MOST_HITS = 12;

export function createGuideSearch(index: string): (query: string) => Hit[] {
  const search = MiniSearch.loadJSON<GuideSection>(index, INDEX);
  return (query) => {
    const strict = search.search(query, { combineWith: 'AND' });
    const found = strict.length > 0 ? strict : search.search(query, { combineWith: 'OR' });
    return found.slice(0, MOST_HITS).map((hit) => hit as unknown as Hit);
  };
}
