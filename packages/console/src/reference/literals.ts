/** Values of JSON as they are written in TypeScript and in Python. */
const WIDEST = 70;

interface Language {
  text(value: string): string;
  key(name: string): string;
  other(value: number | boolean | null): string;
  indent: string;
}

const TYPESCRIPT: Language = {
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : TYPESCRIPT.text(name)),
  other: String,
  indent: '  ',
};

const PYTHON: Language = {
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  other: (value) => (value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)),
  indent: '    ',
};

export const inTypeScript = (value: unknown, depth = 0): string => write(value, TYPESCRIPT, depth);
export const inPython = (value: unknown, depth = 0): string => write(value, PYTHON, depth);

function write(value: unknown, language: Language, depth: number): string {
  if (typeof value === 'string') return language.text(value);
  if (Array.isArray(value))
    return enclose(
      '[]',
      value.map((each) => write(each, language, depth + 1)),
      language,
      depth,
    );
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, inner]) => `${language.key(name)}: ${write(inner, language, depth + 1)}`,
    );
    return enclose('{}', members, language, depth);
  }
  return language.other(value as number | boolean | null);
}

/** On one line where it fits. */
function enclose(brackets: '[]' | '{}', members: readonly string[], { indent }: Language, depth: number): string {
  const [open, close] = [brackets[0], brackets[1]];
  if (members.length === 0) return brackets;
  const space = brackets === '{}' && indent.length === 2 ? ' ' : '';
  const line = `${open}${space}${members.join(', ')}${space}${close}`;
  if (line.length + depth * indent.length <= WIDEST && !line.includes('\n')) return line;
  const inner = indent.repeat(depth + 1);
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent.repeat(depth)}${close}`;
}
