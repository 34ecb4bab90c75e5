/** Which documents are pages of /guides, and where. docs/README.md says in which order: whoever adds a guide adds it there, a test sees to it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDERS = ['guides', 'reference', 'operations', 'intake', 'destinations'];
/** The page that /guides starts with. */
export const START = 'docs/README.md';
const ALONE = [START, 'docs/glossary.md', 'docs/performance.md', 'SECURITY.md', 'CHANGELOG.md'];

export interface Page {
  /** Below the checkout: `docs/guides/kits.md`. */
  file: string;
  address: string;
  title: string;
  text: string;
}

interface Group {
  title: string;
  pages: readonly Page[];
}

export interface Library {
  pages: ReadonlyMap<string, Page>;
  groups: readonly Group[];
}

export function readLibrary(): Library {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, 'docs', folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${folder}/${name}`),
  );
  const pages = new Map([...ALONE, ...files].map((file) => [file, pageOf(file)]));
  return { pages, groups: groupsOf(pages) };
}

/** The file that a link in a document points to, whether it is a page or not. */
export function linkedFile(from: string, link: string): string {
  const file = normalize(join(dirname(from), link));
  if (!existsSync(join(ROOT, file))) throw new Error(`${from} links to ${link}, which does not exist`);
  return file;
}

function pageOf(file: string): Page {
  const text = read(file);
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${file} has no title`);
  return { file, address: addressOf(file), title: title.replaceAll('`', ''), text };
}

function addressOf(file: string): string {
  const name = file.replace(/^docs\/(?:guides\/)?|\.md$/g, '').toLowerCase();
  return name === 'readme' ? '/guides' : `/guides/${name.replace(/readme$/, 'presets')}`;
}

function groupsOf(pages: ReadonlyMap<string, Page>): Group[] {
  const [, list = ''] = read(START).split('\n## All pages\n');
  const groups = list
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      const files = [...section.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, file = '']) => linkedFile(START, file));
      return { title, pages: [...new Set(files)].flatMap((file) => pages.get(file) ?? []) };
    });
  if (groups.length === 0) throw new Error(`${START} lists no pages under “All pages”`);
  return groups;
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
