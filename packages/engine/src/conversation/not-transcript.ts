/** Texts that are not a transcript but refer to one: JSON in a string, HTML, XML, the address of a recording. The sentence explains what to send instead. */
const HTML = /^\s{0,100}<(?:!doctype html|html|head|body|div|table|span|p|ul|ol|h[1-6])\b/i;
const XML = /^\s{0,100}<(?:\?xml\b|([a-z][\w:.-]{1,60})(?:\s[^<>]{0,1000})?>)/i;
const ADDRESS = /^\s{0,100}(?:https?|s3|gs|ftp|file):\/\/\S{1,4000}\s{0,100}$/i;
const AUDIO = /\.(?:mp3|wav|m4a|ogg|opus|flac|aac|wma|webm|mp4|mov|mkv|amr)(?:[?#]|\s|$)/i;

/** Undefined for a text that can be read. */
export function notTranscript(text: string): string | undefined {
  if (ADDRESS.test(text)) {
    return AUDIO.test(text)
      ? 'must hold the words: this is the address of a recording, which is not fetched. Transcribe it, and send the transcript; the address may go into `metadata.recording_url`.'
      : 'must hold the words: this is an address, and nothing is fetched. Send what it leads to.';
  }
  const first = text.slice(0, 101).trimStart().charAt(0);
  if (first === '{' || first === '[') return jsonKind(text);
  if (first !== '<') return undefined;
  if (HTML.test(text))
    return 'must be text: this is HTML. Send the words without tags, or the JSON of the service that the page comes from.';
  if (isXml(text)) {
    return 'must be text: this is XML. Send the words as turns, such as [{"speaker": "agent", "text": "…"}], or as WebVTT.';
  }
  return undefined;
}

/** With its declaration, or closed by its opening tag: a transcript may begin with a tag too. */
function isXml(text: string): boolean {
  const match = XML.exec(text.slice(0, 2_000));
  return match !== null && (match[1] === undefined || text.trimEnd().endsWith(`</${match[1]}>`));
}

/** A transcript may begin with a bracket, so only valid JSON counts. */
function jsonKind(text: string): string | undefined {
  const trimmed = text.trim();
  if (!/[\]}]$/.test(trimmed)) return undefined;
  if (isJson(trimmed))
    return 'must not be JSON in a string: send the object or array itself, without quotes around it (JSON.parse it first).';
  const line = trimmed.slice(0, trimmed.indexOf('\n') + 1);
  return trimmed.startsWith('{') && isJson(line.trim())
    ? 'must not be lines of JSON in a string: send one array, such as jq -s . makes of them.'
    : undefined;
}

function isJson(text: string): boolean {
  if (text === '') return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
