/** An agent's own page, over HTTP. */
import { homeApi } from '@brickwork/contract';
import { type ReadHome, readHome } from '../../insights/home/read-home.ts';
import { ok, type Route, route } from '../route.ts';

export function homeRoutes(deps: ReadHome): Route[] {
  return [route(homeApi.getHome, async ({ principal, query }) => ok(await readHome(deps, principal, query.agent)))];
}
