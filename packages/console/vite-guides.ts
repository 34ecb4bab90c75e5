/** /guides, made from docs/ while the console is built: pages that are complete without a script, and an index for the search. */
import type { Plugin } from 'vite';
import { readSite, type Site } from './guides/site.ts';

const ADDRESS = `${import.meta.dirname}/src/guides/index-address.ts`;
const TEMPLATE = 'guides.html';

export function guidePages(): Plugin {
  let site: Site;
  return {
    name: 'guide-pages',
    apply: 'build',
    buildStart() {
      site = readSite();
    },
    load(id) {
      if (id !== ADDRESS) return undefined;
      const file = this.emitFile({ type: 'asset', name: 'guides.json', source: site.index });
      return `export const INDEX_ADDRESS = import.meta.ROLLUP_FILE_URL_${file};`;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const template = bundle[TEMPLATE];
        if (template?.type !== 'asset') throw new Error(`${TEMPLATE} was not built`);
        delete bundle[TEMPLATE];
        // The script sets the colours that somebody chose, so nothing is painted before.
        const text = String(template.source).replace(
          '<script type="module"',
          '<script type="module" blocking="render"',
        );
        for (const [fileName, source] of site.pages(text)) this.emitFile({ type: 'asset', fileName, source });
      },
    },
  };
}
