/** What was written in this message, without the mails that it quotes. */
import { freshSpans } from '../fresh-spans.ts';
import type { VendorPart } from './vendor-format.ts';

export function writtenPart(text: string, by: Omit<VendorPart, 'text' | 'spans'>): VendorPart {
  const spans = freshSpans(text);
  return { text, ...by, ...(spans.length > 0 && { spans }) };
}
