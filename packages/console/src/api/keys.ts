import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/session.ts';
import type { Environment, Role } from './me.ts';

export interface ApiKey {
  id: string;
  name?: string;
  hint: string;
  environment: Environment;
  role: Role;
  created_at: string;
  expires_at?: string;
  revoked_at?: string;
  last_used_at?: string;
}

export function useKeys() {
  const api = useApi();
  return useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => api.get<{ data: ApiKey[] }>('/v1/keys', { signal }),
  });
}
