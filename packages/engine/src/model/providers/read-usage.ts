/** The usage that a provider reports in a response that the SDK could not read. */
import { z } from 'zod';

/** Whether a count is credible is decided by its user. */
const count = z.number();
const openai = z.object({ usage: z.object({ prompt_tokens: count, completion_tokens: count }) });
const anthropic = z.object({ usage: z.object({ input_tokens: count, output_tokens: count }) });
const google = z.object({
  usageMetadata: z.object({ promptTokenCount: count, candidatesTokenCount: count.optional() }),
});

/** Undefined: it is stated, but not as a number. */
export interface StatedUsage {
  input: number | undefined;
  cachedInput: number | undefined;
  output: number | undefined;
}

/** Text, a total alone, or a part: something was charged. */
const unreadable = z.union([z.object({ usage: z.looseObject({}) }), z.object({ usageMetadata: z.looseObject({}) })]);

export function readUsage(body: string): StatedUsage | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  const [asOpenai, asAnthropic, asGoogle] = [
    openai.safeParse(parsed),
    anthropic.safeParse(parsed),
    google.safeParse(parsed),
  ];
  if (asOpenai.success) {
    const { prompt_tokens: input, completion_tokens: output } = asOpenai.data.usage;
    return { input, output, cachedInput: undefined };
  }
  if (asAnthropic.success) {
    const { input_tokens: input, output_tokens: output } = asAnthropic.data.usage;
    return { input, output, cachedInput: undefined };
  }
  if (asGoogle.success) {
    const { promptTokenCount: input, candidatesTokenCount: output = 0 } = asGoogle.data.usageMetadata;
    return { input, output, cachedInput: undefined };
  }
  return unreadable.safeParse(parsed).success
    ? { input: undefined, output: undefined, cachedInput: undefined }
    : undefined;
}
