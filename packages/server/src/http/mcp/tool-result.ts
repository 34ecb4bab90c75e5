/** A tool's result in both forms: structured for programs, and as text for clients that only show text. */
export function toolResult(value: object) {
  const structuredContent = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  return { structuredContent, content: [{ type: 'text' as const, text: JSON.stringify(value, null, 2) }] };
}
