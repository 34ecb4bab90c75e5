/** Examples that the reference shows; a test checks them against their schemas. */
import { runExample } from './run-examples.ts';

export const SECRET_EXAMPLE = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfaMdLF9Hk=';

export const endpointExample = {
  id: 'whe_01m7er7dfgeqcrm640y1251419',
  url: 'https://crm.example.com/hooks/brickwork',
  enabled: true,
  include_sandbox: false,
  mask: false,
  created_at: '2026-11-15T08:30:00.000Z',
  updated_at: '2026-11-15T08:30:00.000Z',
  secret_hint: 'whsec_…F9Hk=',
};

export const eventExample = {
  id: 'evt_01m7er7dfgeqcrm640y1251418',
  type: 'run.succeeded',
  created_at: '2026-11-15T08:30:00.013Z',
  api_version: 'v1',
  environment: 'live',
  workspace_id: 'ws_01m7er7dfgeqcrm640y1251410',
  thin: false,
  data: runExample,
};

export const deliveryExample = {
  id: 'dlv_01m7er7dfgeqcrm640y1251418',
  event_id: eventExample.id,
  event_type: 'run.succeeded',
  run_id: runExample.run_id,
  status: 'succeeded',
  attempt_count: 1,
  created_at: '2026-11-15T08:30:00.013Z',
  updated_at: '2026-11-15T08:30:00.101Z',
  attempts: [
    {
      id: 'dlv_01m7er7dg3f1v8b6p2q9k4n7wz',
      number: 1,
      url: endpointExample.url,
      started_at: '2026-11-15T08:30:00.020Z',
      finished_at: '2026-11-15T08:30:00.101Z',
      outcome: 'succeeded',
      http_status: 200,
      latency_ms: 81,
      response_body: 'ok',
    },
  ],
};
