/** Every preset, in the order in which the list shows them. */
import { aircall } from './aircall.ts';
import { aircallRecording } from './aircall-recording.ts';
import { assemblyai } from './assemblyai.ts';
import { deepgram } from './deepgram.ts';
import { dialpad } from './dialpad.ts';
import { dialpadRecording } from './dialpad-recording.ts';
import { elevenlabs } from './elevenlabs.ts';
import { fireflies } from './fireflies.ts';
import { front } from './front.ts';
import { gong } from './gong.ts';
import { hubspot } from './hubspot.ts';
import { intercom } from './intercom.ts';
import { microsoftTeams } from './microsoft-teams.ts';
import type { IntakePreset } from './preset.ts';
import { recall } from './recall.ts';
import { retellRecording } from './retell-recording.ts';
import { ringcentral } from './ringcentral.ts';
import { ringcentralRecording } from './ringcentral-recording.ts';
import { salesforce } from './salesforce.ts';
import { signedJson } from './signed-json.ts';
import { slack } from './slack.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { twilio } from './twilio.ts';
import { twilioIntelligence } from './twilio-intelligence.ts';
import { twilioRecording } from './twilio-recording.ts';
import { vapi } from './vapi.ts';
import { vapiRecording } from './vapi-recording.ts';
import { whatsapp } from './whatsapp.ts';
import { zendesk } from './zendesk.ts';
import { zoom } from './zoom.ts';

export const INTAKE_PRESETS: readonly IntakePreset[] = [
  aircall,
  aircallRecording,
  assemblyai,
  deepgram,
  dialpad,
  dialpadRecording,
  elevenlabs,
  fireflies,
  front,
  gong,
  hubspot,
  intercom,
  microsoftTeams,
  recall,
  retellRecording,
  ringcentral,
  ringcentralRecording,
  salesforce,
  slack,
  twilio,
  twilioIntelligence,
  twilioRecording,
  vapi,
  vapiRecording,
  whatsapp,
  zendesk,
  zoom,
  signedJson,
  standardWebhooks,
];
