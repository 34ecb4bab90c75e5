/** Texts that differ only in case and space become the same: " Pay  Bill" → "pay bill". */
export function foldSpaceAndCase(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase();
}
