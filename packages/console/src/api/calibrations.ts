import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type { CalibrationDetail } from '@brickwork/client';

export function useCalibrations(kitId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['calibrations', kitId],
    queryFn: ({ signal }) => client.calibrations.list(kitId, { signal }),
  });
}

/** Asked again while it is open: others go on with it. */
export function useCalibration(calibrationId: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['calibration', calibrationId],
    queryFn: ({ signal }) => client.calibrations.get(calibrationId ?? '', { signal }),
    enabled: calibrationId !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.closed_at === undefined ? 10_000 : false),
  });
}

export function useStartCalibration(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (session: { name: string; size: number }) => client.calibrations.start(kitId, session),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['calibrations', kitId] }),
  });
}

export function useCloseCalibration(calibrationId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.calibrations.close(calibrationId),
    onSuccess: () =>
      Promise.all(
        [['calibration', calibrationId], ['calibrations']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

export function useDeleteCalibration(calibrationId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.calibrations.delete(calibrationId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['calibrations'] }),
  });
}

/** The next call of the session that I have not answered; undefined when I have answered all. */
export function useNextCall() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (calibrationId: string) => {
      const session = await client.calibrations.get(calibrationId);
      queries.setQueryData(['calibration', calibrationId], session);
      return session.runs.find(({ done }) => !done);
    },
  });
}
