/** The text written in this message, without quoted mails and without its signature. */
import { writtenSpans } from '../mail-signature.ts';
import type { VendorPart } from './vendor-format.ts';

export function writtenPart(text: string, by: Omit<VendorPart, 'text' | 'spans'>): VendorPart {
  const { spans, signature } = writtenSpans(text);
  return { text, ...by, signature, ...(spans.length > 0 && { spans }) };
}
