/** Tokens of a text, a rough and rather high estimate: four ASCII characters or one other character per token. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide);
}
