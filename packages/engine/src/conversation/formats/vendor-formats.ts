/** Every vendor's export that can be read, by the name of its format. `docs/reference/conversations.md` lists them; a test compares. */
import type { VendorName } from '../conversation.ts';
import { aircall } from './aircall.ts';
import { amazonTranscribe } from './amazon-transcribe.ts';
import { assemblyai } from './assemblyai.ts';
import { avoma } from './avoma.ts';
import { azureSpeech } from './azure-speech.ts';
import { bland } from './bland.ts';
import { chorus } from './chorus.ts';
import { contactLens } from './contact-lens.ts';
import { crisp } from './crisp.ts';
import { csvTurns } from './csv-turns.ts';
import { deepgram } from './deepgram.ts';
import { dialpad } from './dialpad.ts';
import { discord } from './discord.ts';
import { drift } from './drift.ts';
import { elevenlabs } from './elevenlabs.ts';
import { fathom } from './fathom.ts';
import { fireflies } from './fireflies.ts';
import { freshchat } from './freshchat.ts';
import { freshdesk } from './freshdesk.ts';
import { front } from './front.ts';
import { gemini } from './gemini.ts';
import { genesys } from './genesys.ts';
import { gladia } from './gladia.ts';
import { gong } from './gong.ts';
import { googleInsights } from './google-insights.ts';
import { googleMeet } from './google-meet.ts';
import { googleMeetApi } from './google-meet-api.ts';
import { googleSpeech } from './google-speech.ts';
import { gorgias } from './gorgias.ts';
import { graphChat } from './graph-chat.ts';
import { graphMail } from './graph-mail.ts';
import { helpscout } from './helpscout.ts';
import { hubspot } from './hubspot.ts';
import { hubspotCall } from './hubspot-call.ts';
import { intercom } from './intercom.ts';
import { justcall } from './justcall.ts';
import { langchain } from './langchain.ts';
import { livechat } from './livechat.ts';
import { livekit } from './livekit.ts';
import { liveperson } from './liveperson.ts';
import { messenger } from './messenger.ts';
import { mimeMail } from './mime-mail.ts';
import { openaiRealtime } from './openai-realtime.ts';
import { recall } from './recall.ts';
import { retell } from './retell.ts';
import { rev } from './rev.ts';
import { ringcentral } from './ringcentral.ts';
import { salesforce } from './salesforce.ts';
import { salesforceChat } from './salesforce-chat.ts';
import { salesforceEmail } from './salesforce-email.ts';
import { slack } from './slack.ts';
import { speechmatics } from './speechmatics.ts';
import { sunshine } from './sunshine.ts';
import { symbl } from './symbl.ts';
import { synthflow } from './synthflow.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { twilio } from './twilio.ts';
import { vapi } from './vapi.ts';
import type { VendorFormat } from './vendor-format.ts';
import { whisper } from './whisper.ts';
import { whisperCpp } from './whisper-cpp.ts';
import { wordDocument } from './word-document.ts';
import { zendesk } from './zendesk.ts';

export const VENDOR_READERS: Readonly<Record<VendorName, VendorFormat>> = {
  gong,
  chorus,
  avoma,
  fireflies,
  fathom,
  recall,
  google_meet: googleMeet,
  google_meet_api: googleMeetApi,
  rev,
  deepgram,
  assemblyai,
  whisper,
  whisper_cpp: whisperCpp,
  speechmatics,
  gladia,
  symbl,
  amazon_transcribe: amazonTranscribe,
  contact_lens: contactLens,
  google_speech: googleSpeech,
  google_insights: googleInsights,
  azure_speech: azureSpeech,
  genesys,
  aircall,
  dialpad,
  ringcentral,
  justcall,
  twilio,
  vapi,
  retell,
  elevenlabs,
  bland,
  synthflow,
  livekit,
  openai_realtime: openaiRealtime,
  gemini,
  langchain,
  zendesk,
  sunshine,
  intercom,
  freshdesk,
  freshchat,
  front,
  helpscout,
  gorgias,
  hubspot,
  hubspot_call: hubspotCall,
  salesforce,
  salesforce_chat: salesforceChat,
  salesforce_email: salesforceEmail,
  livechat,
  liveperson,
  crisp,
  drift,
  slack,
  telegram,
  discord,
  messenger,
  teams,
  graph_mail: graphMail,
  graph_chat: graphChat,
  csv: csvTurns,
  mime: mimeMail,
  docx: wordDocument,
};

/** Formats that are texts; every other export is JSON. A format's detector only gets its own kind. */
export const TEXT_EXPORTS: readonly VendorName[] = ['teams', 'csv', 'mime', 'docx', 'google_meet', 'salesforce_chat'];

/** Texts or JSON. */
export const EITHER_EXPORTS: readonly VendorName[] = ['teams'];

/** Recognised by so few features that messages, mails and turns are checked first. */
export const LOOSE_EXPORTS: readonly VendorName[] = ['deepgram', 'assemblyai', 'whisper'];
