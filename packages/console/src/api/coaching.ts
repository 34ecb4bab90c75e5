import type { NewCoachingNote } from '@brickwork/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { CoachingNote } from '@brickwork/client';

/** Without an agent: notes about the signed-in agent. */
export function useCoachingNotes(query: { agent?: string; kit?: string }) {
  const client = useClient();
  return useQuery({
    queryKey: ['coaching', query],
    queryFn: ({ signal }) => client.coaching.list(query, { signal }),
  });
}

export function useWriteNote() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: NewCoachingNote) => client.coaching.create(note),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['coaching'] }),
  });
}

export function useDeleteNote() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (noteId: string) => client.coaching.delete(noteId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['coaching'] }),
  });
}
