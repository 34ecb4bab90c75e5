import type { IntakePreset } from './preset.ts';

export const zoom: IntakePreset = {
  name: 'zoom',
  title: 'Zoom Meetings',
  summary: 'A cloud recording whose audio transcript is ready.',
  secret: { label: 'Secret Token of the app’s feature “Event Subscriptions”', madeBy: 'service' },
  steps: [
    'Cloud recording with “Create audio transcript” must be on for the account.',
    'App Marketplace → Develop → your app → Features → Access → copy the Secret Token and create the intake with it.',
    'Event Subscriptions → Event notification endpoint URL: {url} → Validate.',
    'Add the event “Recording Transcript files have completed” (recording.transcript_completed).',
  ],
  documentation: 'https://developers.zoom.us/docs/api/webhooks/',
  note: 'Checked against Zoom’s published examples: signature and URL validation. Not checked: the fields of recording.transcript_completed. Try the first delivery before you rely on it.',
  definition: {
    handshake: 'zoom',
    auth: {
      type: 'hmac',
      header: 'x-zm-signature',
      format: 'v0={signature}',
      signed: 'v0:{timestamp}:{body}',
      timestamp_header: 'x-zm-request-timestamp',
    },
    when: "event = 'recording.transcript_completed'",
    fetch: [
      {
        as: 'transcript',
        url: "{payload.object.recording_files[file_type='TRANSCRIPT'][0].download_url}",
        headers: { Authorization: 'Bearer {download_token}' },
        read: 'text',
      },
    ],
    map: {
      input: '{ "transcript": fetched.transcript }',
      external_id: 'payload.object.uuid',
      occurred_at: 'payload.object.start_time',
      metadata: '{ "agent": payload.object.host_email, "topic": payload.object.topic, "channel": "call" }',
    },
  },
};
