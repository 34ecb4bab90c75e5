/** What a push loses: a file from a repository does not contain what bricks learned on the server. */
import { summariseLearned } from '@brickwork/engine/bricks/learned-document';
import { type LoadContent, loadContent } from './resolve-kit.ts';

/** The bricks, by key, that have learned something in the live version and nothing in the pushed one. */
export async function lostLearned(
  deps: LoadContent,
  workspaceId: string,
  { live, pushed }: { live: string | undefined; pushed: string },
): Promise<string[]> {
  if (live === undefined || live === pushed) return [];
  const before = await learnedIn(deps, workspaceId, live);
  if (before.length === 0) return [];
  const after = new Set(await learnedIn(deps, workspaceId, pushed));
  return before.filter((key) => !after.has(key));
}

async function learnedIn(deps: LoadContent, workspaceId: string, kitVersionId: string): Promise<string[]> {
  const content = await loadContent(deps, workspaceId, kitVersionId);
  const learned = content?.kit.bricks.filter((brick) => summariseLearned(brick.learned) !== undefined) ?? [];
  return learned.map(({ key }) => key);
}
