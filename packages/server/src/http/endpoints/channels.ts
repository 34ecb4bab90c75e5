/** Channels over HTTP. */
import { channelsApi } from '@brickwork/contract';
import { requireUnmasked } from '../../access/no-probing.ts';
import { toChannelDocument, toMessageDocument } from '../../outbound/channels/channel-document.ts';
import {
  deleteChannel,
  getChannel,
  listDeliveries,
  type ManageChannels,
  putChannel,
  sendSummary,
  testChannel,
} from '../../outbound/channels/manage-channels.ts';
import { ok, type Route, route } from '../route.ts';

export function channelRoutes(deps: ManageChannels): Route[] {
  return [
    route(channelsApi.listChannels, async ({ principal }) =>
      ok({ data: (await deps.channels.list(principal)).map(toChannelDocument) }),
    ),
    route(channelsApi.getChannel, async ({ principal, params }) =>
      ok(toChannelDocument(await getChannel(deps, principal, params.name))),
    ),
    route(channelsApi.putChannel, async ({ principal, params, body }) => {
      if (body.include_text) requireUnmasked(principal, 'what agents write');
      if (body.topics.includes('summary')) requireUnmasked(principal, 'the agents that a summary names');
      return ok(toChannelDocument(await putChannel(deps, principal, params.name, body)));
    }),
    route(channelsApi.deleteChannel, async ({ principal, params }) => {
      await deleteChannel(deps, principal, params.name);
      return ok({ name: params.name, deleted: true });
    }),
    route(channelsApi.testChannel, async ({ principal: { workspaceId, environment }, params, signal }) =>
      ok(toMessageDocument(await testChannel(deps, { workspaceId, environment }, params.name, signal()))),
    ),
    route(channelsApi.sendSummary, async ({ principal, params, signal }) => {
      requireUnmasked(principal, 'the agents that a summary names');
      const { workspaceId, environment } = principal;
      return ok(toMessageDocument(await sendSummary(deps, { workspaceId, environment }, params.name, signal())));
    }),
    route(channelsApi.listChannelDeliveries, async ({ principal, params, query }) =>
      ok({ data: (await listDeliveries(deps, principal, params.name, query.limit)).map(toMessageDocument) }),
    ),
  ];
}
