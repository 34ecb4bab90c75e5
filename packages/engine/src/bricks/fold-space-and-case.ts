/** Texts that differ in case and space only become the same: " Pay  Bill" → "pay bill". */
export function foldSpaceAndCase(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase();
}
