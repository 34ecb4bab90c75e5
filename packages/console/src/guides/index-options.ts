/** How the index of /guides is built and read: the same on both sides. */
import type { Options } from 'minisearch';
import { searchTokens } from '../reference/search-tokens.ts';

export interface GuideSection {
  address: string;
  title: string;
  /** The title of the page, where the section is a part of one. */
  page: string;
  text: string;
  excerpt: string;
}

/** Words of questions that are in every section. */
const PASSED_OVER = new Set(
  'a an and are be by can do does for from have how i if in is it its many much my of on or our that the they this to was we what when where which who why with you your'.split(
    ' ',
  ),
);

export const INDEX: Options<GuideSection> = {
  idField: 'address',
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'address', 'excerpt'],
  tokenize: searchTokens,
  processTerm: (term) => (PASSED_OVER.has(term) ? null : term),
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};
