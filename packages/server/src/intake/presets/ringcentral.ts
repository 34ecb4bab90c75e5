import type { IntakePreset } from './preset.ts';

export const ringcentral: IntakePreset = {
  name: 'ringcentral',
  title: 'RingCentral RingSense',
  summary: 'A call whose RingSense insights, with the transcript, are ready.',
  secret: { label: 'verificationToken of the subscription', madeBy: 'brickwork' },
  steps: [
    'POST /restapi/v1.0/subscription with the event filter of RingSense insights, deliveryMode.transportType WebHook, deliveryMode.address {url} and deliveryMode.verificationToken {secret}.',
    'Renew the subscription before it expires.',
  ],
  documentation: 'https://developers.ringcentral.com/guide/notifications/webhooks/receiving',
  note: 'Checked against RingCentral’s guide: Validation-Token and Verification-Token. Not checked: the body of RingSense notifications. Try the first delivery, and change map where it differs.',
  definition: {
    handshake: 'ringcentral',
    auth: { type: 'token', header: 'Verification-Token' },
    when: '$exists(body.insights.Transcript)',
    map: {
      input:
        '{ "transcript": [body.insights.Transcript.{ "speaker": ($id := speakerId; $$.body.speakerInfo[speakerId = $id].name), "text": text, "start": start, "end": end }] }',
      external_id: 'body.sourceRecordId',
      occurred_at: 'body.recordingStartTime',
      metadata:
        '{ "agent": body.speakerInfo[$exists(extensionId)][0].name, "customer": body.speakerInfo[$not($exists(extensionId))][0].name, "channel": "call" }',
    },
  },
};
