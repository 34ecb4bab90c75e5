/** PostgreSQL cannot store a NUL or half of a surrogate pair, which JSON can contain: removes them from a text. */
export function storableText(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}
