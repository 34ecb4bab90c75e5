import type { ChannelSettings } from '@brickwork/client';
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

/** Ends when the message has arrived, or has failed. */
export function useTestChannel() {
  const client = useClient();
  return useMutation({ mutationFn: (name: string) => client.channels.test(name) });
}

export function useDeleteChannel() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.channels.delete(name),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['channels'] }),
  });
}
