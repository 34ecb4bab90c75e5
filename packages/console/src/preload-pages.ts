/** Loads what is not there yet, one page after the other, once the browser has nothing else to do. */
const NOT_BEFORE_MS = 3_000;

export function preloadPages(pages: readonly unknown[]): void {
  // Whoever pays for every byte loads what they open.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return;
  const left = pages.filter(
    (page): page is { preload(): Promise<void> } => typeof page === 'function' && 'preload' in page,
  );
  const next = () => {
    const page = left.shift();
    if (page === undefined) return;
    whenIdle(() => void page.preload().then(next));
  };
  setTimeout(next, NOT_BEFORE_MS);
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: NOT_BEFORE_MS });
  else setTimeout(work, 100);
}
