import type { SetWorkspaceSpeakers } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { SpeakerRule } from '@brickwork/client';

/** The workspace's agents and its rules for speakers. */
export function useSpeakers() {
  const client = useClient();
  return useQuery({
    queryKey: ['speakers'],
    queryFn: async ({ signal }) => client.speakers.get({ signal }),
  });
}

export function useSetSpeakers() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (speakers: SetWorkspaceSpeakers) => client.speakers.set(speakers),
    onSuccess: (saved) => queries.setQueryData(['speakers'], saved),
  });
}
