/** The data of server-sent events, one text for each event. Comments, names and ids are left out. */
export async function* dataOfEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let open = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      open += decoder.decode(value, { stream: true });
      const events = open.split('\n\n');
      open = events.pop() ?? '';
      for (const event of events) {
        const lines = event.split('\n').filter((line) => line.startsWith('data: '));
        if (lines.length > 0) yield lines.map((line) => line.slice('data: '.length)).join('\n');
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
