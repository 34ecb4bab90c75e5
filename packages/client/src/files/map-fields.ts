/**
 * Metadata from where a file lies: `agent={folder}`, `team={folder.1}`, `external_id={name.2}`.
 * `{folder}` is the innermost folder, `{folder.1}` the outermost; `{name.1}` the first part of the name, split at `_`.
 */

export interface FieldMap {
  key: string;
  template: string;
}

const PLACEHOLDER = /\{(folder|name|file|path)(?:\.(\d))?\}/g;
const USAGE =
  'is not KEY=TEMPLATE, such as agent={folder}. A template may hold {folder} (the innermost), {folder.1} (the outermost), {name}, {name.1} (split at _), {file} and {path}.';

/** The fault as a sentence about it. */
export function parseFieldMap(text: string): FieldMap | string {
  const at = text.indexOf('=');
  const key = text.slice(0, Math.max(at, 0)).trim();
  const template = text.slice(at + 1).trim();
  const rest = template.replaceAll(PLACEHOLDER, '');
  if (key === '' || key.length > 64 || template === '' || /[{}]/.test(rest)) return USAGE;
  return { key, template };
}

/** The pairs that the path gives; one whose placeholder has no value is left out. */
export function mapPath(path: string, maps: readonly FieldMap[]): Record<string, string> {
  // An archive is not a folder to anybody.
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((folder) => !/\.zip$/i.test(folder));
  const file = path.slice(path.lastIndexOf('/') + 1);
  const name = file.replace(/(?:\.[a-z0-9]{1,5}){1,2}$/i, '');
  const names = name.split('_');
  const pairs = maps.flatMap(({ key, template }): [string, string][] => {
    let isWhole = true;
    const value = template.replaceAll(PLACEHOLDER, (_all, what: string, position: string | undefined) => {
      const index = position === undefined ? undefined : Number(position) - 1;
      const found =
        what === 'path'
          ? path
          : what === 'file'
            ? file
            : what === 'folder'
              ? folders.at(index ?? -1)
              : index === undefined
                ? name
                : names[index];
      if (found === undefined || found === '') isWhole = false;
      return found ?? '';
    });
    return isWhole ? [[key, value.slice(0, 512)]] : [];
  });
  return Object.fromEntries(pairs);
}
