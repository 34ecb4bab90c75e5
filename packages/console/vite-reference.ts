/** What the reference shows, made while the console is built: the OpenAPI document as a file of its own, which browsers keep. */
import { readFileSync } from 'node:fs';
import { buildOpenApi } from '@brickwork/contract';
import type { Plugin } from 'vite';

const ADDRESS = `${import.meta.dirname}/src/reference/openapi-address.ts`;

export function referenceData(): Plugin {
  return {
    name: 'reference-data',
    apply: 'build',
    load(id) {
      if (id !== ADDRESS) return undefined;
      const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8')) as {
        version: string;
      };
      const source = JSON.stringify(buildOpenApi({ version, serverUrl: '/' }));
      const file = this.emitFile({ type: 'asset', name: 'openapi.json', source });
      return `export const OPENAPI_ADDRESS = import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}
