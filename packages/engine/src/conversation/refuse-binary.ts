/** Files that are not text: recognised by their first bytes, raw or in base64, and by characters that do not occur in texts. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  'a PDF': ['%PDF-', 'JVBERi0'],
  'a PNG image': ['\u0089PNG\r\n', '\uFFFDPNG\r\n', 'iVBORw0KGgo'],
  'a JPEG image': ['\u00FF\u00D8\u00FF', '\uFFFD\uFFFD\uFFFD\uFFFD\u0000\u0010JFIF', '/9j/4'],
  'a GIF image': ['GIF87a', 'GIF89a', 'R0lGODdh', 'R0lGODlh'],
  'a ZIP archive or an Office document (such as DOCX)': ['PK\u0003\u0004', 'UEsDB'],
  'a recording': ['ID3\u0003', 'ID3\u0004', 'SUQzA', 'SUQzB', 'OggS\u0000', 'T2dnUw', 'fLaC\u0000', 'UklGR'],
};
const FIRST_CHARACTERS = new Set(
  Object.values(BEGINNINGS)
    .flat()
    .map((beginning) => beginning.charAt(0)),
);
const DATA_URL = /^data:(?!text\/)[\w.+-]{1,60}\/[\w.+-]{1,60};base64,/;

/** Tab, line breaks and escape occur in texts; a replacement character is what is left of a byte that is not UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const UNPRINTABLE = /[\0-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/;

const LOOKED_AT = 4_000;
const TOLERATED = 0.1;

/** What it looks like; undefined for text. */
export function binaryKind(text: string): string | undefined {
  if (FIRST_CHARACTERS.has(text.charAt(0))) {
    for (const [kind, beginnings] of Object.entries(BEGINNINGS)) {
      if (beginnings.some((beginning) => text.startsWith(beginning))) return kind;
    }
  }
  if (DATA_URL.test(text)) return 'a file in a data URL';
  const head = text.slice(0, LOOKED_AT);
  if (head.search(UNPRINTABLE) < 0) return undefined; // Most texts contain none: a search takes a quarter of the time of counting.
  const unprintable = head.match(new RegExp(UNPRINTABLE, 'g'))?.length ?? 0;
  return unprintable > head.length * TOLERATED ? 'a binary file' : undefined;
}
