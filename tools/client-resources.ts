/**
 * The list of the client's resources, written from the files of `resources/`: `export function kitNotesResource(transport)` with its type
 * `KitNotesResource` is `client.kitNotes`, and the sentence above the function is what editors show. A new resource is a file there.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatted } from './client-types.ts';

const FOLDER = 'packages/client/src/resources';
export const CLIENT_RESOURCES = 'packages/client/src/resources.ts';

interface Resource {
  file: string;
  name: string;
  about: string;
}

function resourcesIn(file: string): Resource[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return [...text.matchAll(/(\/\*\* .+ \*\/\n)?export function (\w+)Resource\(transport: Transport\)/g)].map(
    ([, about = '', name = '']) => ({ file, name, about }),
  );
}

const typeOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Resource`;

export function clientResources(): string {
  const files = readdirSync(FOLDER).sort();
  const resources = files.flatMap(resourcesIn);
  const without = files.filter((file) => !resources.some((resource) => resource.file === file));
  if (without.length > 0) throw new Error(`No resource of the client is in ${without.join(', ')}.`);
  const imports = files.map((file) => {
    const names = resources.filter((resource) => resource.file === file).map(({ name }) => name);
    const both = names.sort().flatMap((name) => [`type ${typeOf(name)}`, `${name}Resource`]);
    return `import { ${both.join(', ')} } from './resources/${file}';`;
  });
  const sorted = resources.sort((a, b) => (a.name < b.name ? -1 : 1));
  const members = sorted.map(({ name, about }) => `${about}${name}: ${typeOf(name)};`);
  const made = sorted.map(({ name }) => `${name}: ${name}Resource(transport),`);
  const text = `/** Generated from the files of \`resources/\` by \`npm run generate\`. */
${imports.join('\n')}
import type { Transport } from './transport.ts';

export interface BrickworkClient {
${members.join('\n')}
}

export function resourcesOf(transport: Transport): BrickworkClient {
return {
${made.join('\n')}
};
}
`;
  return formatted(new Map([['resources.ts', text]])).get('resources.ts') ?? '';
}
