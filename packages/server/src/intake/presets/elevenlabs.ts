import type { IntakePreset } from './preset.ts';

export const elevenlabs: IntakePreset = {
  name: 'elevenlabs',
  title: 'ElevenLabs Agents',
  summary: 'A conversation of a voice agent that has ended.',
  secret: { label: 'Webhook secret (wsec_…)', madeBy: 'service' },
  steps: ['Agents → Settings → Post-call webhook: {url}, event transcription; create the intake with its secret.'],
  documentation: 'https://elevenlabs.io/docs/eleven-agents/workflows/post-call-webhooks',
  definition: {
    auth: {
      type: 'hmac',
      header: 'ElevenLabs-Signature',
      format: 't={timestamp},v0={signature}',
      signed: '{timestamp}.{body}',
      tolerance_seconds: 1_800,
    },
    when: "type = 'post_call_transcription'",
    map: {
      input: '{ "transcript": data }',
      external_id: 'data.conversation_id',
      occurred_at: 'data.metadata.start_time_unix_secs * 1000',
      metadata: '{ "agent": data.agent_id, "customer": data.user_id, "channel": "call" }',
    },
  },
};
