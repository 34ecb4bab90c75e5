/** What “Download” of a list saves, line by line. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

export async function savedSheet(page: Page): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  return (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
}
