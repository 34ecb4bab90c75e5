/** Tokens of a text, roughly and rather too many: four ASCII characters or one other character make a token. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide);
}
