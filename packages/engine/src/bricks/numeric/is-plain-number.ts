/** A number as people write it in a filter: "-3", "0.75"; no exponent, no thousands separators. */
export function isPlainNumber(text: string): boolean {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
}
