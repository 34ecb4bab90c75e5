/** Every preset, in the order in which people look for them. */
import { aircall } from './aircall.ts';
import { assemblyai } from './assemblyai.ts';
import { deepgram } from './deepgram.ts';
import { dialpad } from './dialpad.ts';
import { elevenlabs } from './elevenlabs.ts';
import { fireflies } from './fireflies.ts';
import { front } from './front.ts';
import { gong } from './gong.ts';
import { hubspot } from './hubspot.ts';
import { intercom } from './intercom.ts';
import { microsoftTeams } from './microsoft-teams.ts';
import type { IntakePreset } from './preset.ts';
import { recall } from './recall.ts';
import { ringcentral } from './ringcentral.ts';
import { salesforce } from './salesforce.ts';
import { signedJson } from './signed-json.ts';
import { slack } from './slack.ts';
import { standardWebhooks } from './standard-webhooks.ts';
import { twilio } from './twilio.ts';
import { twilioIntelligence } from './twilio-intelligence.ts';
import { vapi } from './vapi.ts';
import { whatsapp } from './whatsapp.ts';
import { zendesk } from './zendesk.ts';
import { zoom } from './zoom.ts';

export const INTAKE_PRESETS: readonly IntakePreset[] = [
  aircall,
  assemblyai,
  deepgram,
  dialpad,
  elevenlabs,
  fireflies,
  front,
  gong,
  hubspot,
  intercom,
  microsoftTeams,
  recall,
  ringcentral,
  salesforce,
  slack,
  twilio,
  twilioIntelligence,
  vapi,
  whatsapp,
  zendesk,
  zoom,
  signedJson,
  standardWebhooks,
];
