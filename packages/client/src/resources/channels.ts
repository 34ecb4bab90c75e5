import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Channel, ChannelDelivery, ChannelSettings } from '../wire/channel.ts';

const at = (name: string) => `/v1/channels/${encodeURIComponent(name)}`;

export type ChannelsResource = ReturnType<typeof channelsResource>;

export function channelsResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    list: async (options?: CallOptions): Promise<Channel[]> =>
      (await ask<{ data: Channel[] }>({ method: 'GET', path: '/v1/channels' }, options)).data,

    get: (name: string, options?: CallOptions): Promise<Channel> => ask({ method: 'GET', path: at(name) }, options),

    /** A URL and a secret that are left out stay as they are. */
    put: (name: string, settings: ChannelSettings, options?: CallOptions): Promise<Channel> =>
      ask({ method: 'PUT', path: at(name), body: settings }, options),

    /** With its log. */
    delete: (name: string, options?: CallOptions): Promise<{ name: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(name) }, options),

    /** Sends a test message and waits for what comes of it: look at `status` and `outcome`. */
    test: (name: string, options?: CallOptions): Promise<ChannelDelivery> =>
      ask({ method: 'POST', path: `${at(name)}/test` }, options),

    /** Sends last week’s summary now and waits for what comes of it. */
    sendSummary: (name: string, options?: CallOptions): Promise<ChannelDelivery> =>
      ask({ method: 'POST', path: `${at(name)}/summary` }, options),

    /** The log, newest first. */
    deliveries: async (name: string, options?: CallOptions): Promise<ChannelDelivery[]> =>
      (await ask<{ data: ChannelDelivery[] }>({ method: 'GET', path: `${at(name)}/deliveries` }, options)).data,
  };
}
