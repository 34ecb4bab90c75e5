/** Files that are not text: by how they begin, as they are or in base64, and by characters that no text has. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  'a PDF': ['%PDF-', 'JVBERi0'],
  'a PNG image': ['\u0089PNG\r\n', '\uFFFDPNG\r\n', 'iVBORw0KGgo'],
  'a JPEG image': ['\u00FF\u00D8\u00FF', '\uFFFD\uFFFD\uFFFD\uFFFD\u0000\u0010JFIF', '/9j/4'],
  'a GIF image': ['GIF87a', 'GIF89a', 'R0lGODdh', 'R0lGODlh'],
  'a ZIP archive or an Office document (such as DOCX)': ['PK\u0003\u0004', 'UEsDB'],
  'a recording': ['ID3\u0003', 'ID3\u0004', 'SUQzA', 'SUQzB', 'OggS\u0000', 'T2dnUw', 'fLaC\u0000', 'UklGR'],
};
const DATA_URL = /^data:(?!text\/)[\w.+-]{1,60}\/[\w.+-]{1,60};base64,/;

const LOOKED_AT = 4_000;
const TOLERATED = 0.1;

/** What it looks like; undefined for text. */
export function binaryKind(text: string): string | undefined {
  const head = text.slice(0, LOOKED_AT);
  for (const [kind, beginnings] of Object.entries(BEGINNINGS)) {
    if (beginnings.some((beginning) => head.startsWith(beginning))) return kind;
  }
  if (DATA_URL.test(head)) return 'a file in a data URL';
  let unprintable = 0;
  for (let at = 0; at < head.length; at += 1) {
    const code = head.charCodeAt(at);
    // Tab, line breaks and escape occur in texts; a replacement character is what is left of a byte that is not UTF-8.
    if ((code < 32 && code !== 27 && (code < 9 || code > 13)) || code === 0xfffd) unprintable += 1;
  }
  return unprintable > head.length * TOLERATED ? 'a binary file' : undefined;
}
