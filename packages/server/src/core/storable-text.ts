/** PostgreSQL holds neither a NUL nor half of a surrogate pair, which JSON can write: a text without them. */
export function storableText(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}
