/** A tool's answer twice: structured for programs, and the same as text for clients that only show text. */
export function toolResult(value: object) {
  const structuredContent = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  return { structuredContent, content: [{ type: 'text' as const, text: JSON.stringify(value, null, 2) }] };
}
