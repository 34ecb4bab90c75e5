import type { Channel, ChannelSettings } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { Channel, ChannelSettings } from '@brickwork/client';

export function useChannels(isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => client.channels.list({ signal }),
    enabled: isEnabled,
  });
}

export function useSaveChannel() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, settings }: { name: string; settings: ChannelSettings }) =>
      client.channels.put(name, settings),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['channels'] }),
  });
}

/** With or without the Monday summary; everything else stays as it is. */
export function useSubscribe() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ channel, isWanted }: { channel: Channel; isWanted: boolean }) => {
      const { name, kind, topics, to, quiet_hours, digest_minutes, enabled } = channel;
      const others = topics.filter((topic) => topic !== 'summary');
      return client.channels.put(name, {
        kind,
        topics: isWanted ? [...others, 'summary'] : others,
        to,
        quiet_hours,
        digest_minutes,
        enabled,
      });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['channels'] }),
  });
}

/** Ends when the message has arrived, or has failed. */
export function useTestChannel() {
  const client = useClient();
  return useMutation({ mutationFn: (name: string) => client.channels.test(name) });
}

/** Sends last week’s summary; ends when it has arrived, or has failed. */
export function useSendSummary() {
  const client = useClient();
  return useMutation({ mutationFn: (name: string) => client.channels.sendSummary(name) });
}

export function useDeleteChannel() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.channels.delete(name),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['channels'] }),
  });
}
