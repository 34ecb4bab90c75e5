import type { IntakePreset } from './preset.ts';

export const ringcentralRecording: IntakePreset = {
  name: 'ringcentral-recording',
  title: 'RingCentral: recordings',
  summary: 'A recording of a telephony session; it is fetched and transcribed here.',
  secret: { label: 'verificationToken of the subscription', madeBy: 'brickwork' },
  secrets: {
    app: 'client id and secret of the app, id:secret in base64',
    jwt: 'JWT credential of the user that the app acts as',
  },
  steps: [
    'Create an app with JWT authentication and the permissions Read Call Recording and Subscription Webhook.',
    'POST /restapi/v1.0/subscription with the event filter /restapi/v1.0/account/~/telephony/sessions?withRecordings=true, deliveryMode.transportType WebHook, deliveryMode.address {url} and deliveryMode.verificationToken {secret}.',
    'Renew the subscription before it expires.',
  ],
  documentation: 'https://developers.ringcentral.com/guide/notifications/webhooks/receiving',
  note: 'Checked against RingCentral’s guide: Validation-Token and Verification-Token. Not checked: the body of telephony sessions and the address of recordings. Try the first delivery, and change recording.url where it differs.',
  definition: {
    handshake: 'ringcentral',
    auth: { type: 'token', header: 'Verification-Token' },
    when: '$exists(body.parties.recordings.id)',
    fetch: [
      {
        as: 'token',
        method: 'POST',
        url: 'https://platform.ringcentral.com/restapi/oauth/token',
        headers: { Authorization: 'Basic {secret:app}' },
        body: '{ "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": "{secret:jwt}" }',
        body_type: 'form',
      },
    ],
    recording: {
      url: 'https://media.ringcentral.com/restapi/v1.0/account/~/recording/{body.parties.recordings[0].id}/content',
      headers: { Authorization: 'Bearer {fetched.token.access_token}' },
    },
    map: {
      external_id: 'body.telephonySessionId',
      occurred_at: 'body.eventTime',
      metadata: '{ "customer": body.parties[0].from.phoneNumber, "channel": "call" }',
    },
  },
};
