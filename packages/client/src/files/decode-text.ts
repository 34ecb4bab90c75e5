/** Bytes as text: UTF-8, UTF-16 as Windows programs write it, and what is neither as Windows-1252. */

export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes).replace(/^\uFEFF/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const LOOKED_AT = 2_000;

/** By its mark, or by the zeros that every second byte of western text is. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length * 0.3 && even === 0) return 'utf-16le';
  if (even > head.length * 0.3 && odd === 0) return 'utf-16be';
  return undefined;
}

const BEGINNINGS: readonly (readonly [kind: string, what: string])[] = [
  ['%PDF', 'is a PDF: export the transcript as text, WebVTT, Word (.docx) or JSON'],
  ['\u00d0\u00cf\u0011\u00e0', 'is an old Office or Outlook file: save it as .docx, .csv or .eml'],
  ['{\\rtf', 'is an RTF file: save it as .docx or .txt'],
  ['\u0089PNG', 'is an image'],
  ['\u00ff\u00d8\u00ff', 'is an image'],
  ['GIF8', 'is an image'],
  ['ID3', 'is a recording: transcribe it first, and import the transcript'],
  ['\u00ff\u00fb', 'is a recording: transcribe it first, and import the transcript'],
  ['OggS', 'is a recording: transcribe it first, and import the transcript'],
  ['fLaC', 'is a recording: transcribe it first, and import the transcript'],
  ['RIFF', 'is a recording: transcribe it first, and import the transcript'],
  ['7z\u00bc\u00af', 'is a 7-Zip archive: unpack it, and import the folder'],
  ['Rar!', 'is a RAR archive: unpack it, and import the folder'],
  ['PAR1', 'is a Parquet file: export it as JSON lines or CSV'],
  ['SQLite format 3', 'is a database: export its conversations as JSON lines or CSV'],
];
const RECORDINGS = /\.(?:mp3|wav|m4a|ogg|opus|flac|aac|wma|webm|mp4|mov|mkv|amr)$/i;

/** What it is and what to do, where a file is nothing that can be read. */
export function refuseBinary(path: string, bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const known = BEGINNINGS.find(([beginning]) => head.startsWith(beginning));
  if (known !== undefined) return known[1];
  if (RECORDINGS.test(path) || head.slice(4, 8) === 'ftyp')
    return 'is a recording: transcribe it first, and import the transcript';
  if (wideEncoding(bytes) !== undefined) return undefined;
  const looked = bytes.subarray(0, LOOKED_AT);
  const odd = looked.filter((byte) => byte < 9 || (byte > 13 && byte < 27)).length;
  return odd > looked.length * 0.05 ? 'is not text: export the conversation as text, WebVTT, CSV or JSON' : undefined;
}
