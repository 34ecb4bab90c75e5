/** Every vendor's export that can be read, by the name of its format. */
import type { VendorName } from '../conversation.ts';
import { amazonTranscribe } from './amazon-transcribe.ts';
import { azureSpeech } from './azure-speech.ts';
import { contactLens } from './contact-lens.ts';
import { csvTurns } from './csv-turns.ts';
import { fireflies } from './fireflies.ts';
import { genesys } from './genesys.ts';
import { gong } from './gong.ts';
import { googleInsights } from './google-insights.ts';
import { googleSpeech } from './google-speech.ts';
import { freshdesk, front, hubspot, intercom, zendesk } from './help-desks.ts';
import { mimeMail } from './mime-mail.ts';
import { rev } from './rev.ts';
import { slack } from './slack.ts';
import { twilio } from './twilio.ts';
import type { VendorFormat } from './vendor-format.ts';
import { elevenlabs, retell, vapi } from './voice-agents.ts';
import { wordDocument } from './word-document.ts';

export const VENDOR_READERS: Readonly<Record<VendorName, VendorFormat>> = {
  gong,
  fireflies,
  rev,
  amazon_transcribe: amazonTranscribe,
  contact_lens: contactLens,
  google_speech: googleSpeech,
  google_insights: googleInsights,
  azure_speech: azureSpeech,
  genesys,
  twilio,
  vapi,
  retell,
  elevenlabs,
  zendesk,
  intercom,
  freshdesk,
  front,
  hubspot,
  slack,
  csv: csvTurns,
  mime: mimeMail,
  docx: wordDocument,
};

/** Those that are texts; every other export is JSON. A format's detector is asked about its own kind only. */
export const TEXT_EXPORTS: readonly VendorName[] = ['csv', 'mime', 'docx'];
