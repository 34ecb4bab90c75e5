/** The same code for callers without an event loop; only `io.py` differs, and is written twice. */
export function withoutAsync(text: string, name: string): string {
  const head = `# Generated from _async/${name} by \`npm run generate\`: change it there.\n`;
  return `${head}${text}`
    .replaceAll('__aiter__', '__iter__')
    .replaceAll('__anext__', '__next__')
    .replaceAll('__aenter__', '__enter__')
    .replaceAll('__aexit__', '__exit__')
    .replaceAll('StopAsyncIteration', 'StopIteration')
    .replaceAll(/\b(async|await) /g, '')
    .replaceAll('an asynchronous', 'a')
    .replaceAll(/\bAsync(?=[A-Z])/g, '')
    .replaceAll('_async', '_sync');
}
