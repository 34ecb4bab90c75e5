/** Every preset, by title. */
import { hubspot } from './hubspot.ts';
import { hubspotNote } from './hubspot-note.ts';
import { intercom } from './intercom.ts';
import { intercomNote } from './intercom-note.ts';
import type { DestinationPreset } from './preset.ts';
import { salesforce } from './salesforce.ts';
import { zendesk } from './zendesk.ts';

export const DESTINATION_PRESETS: readonly DestinationPreset[] = [
  hubspot,
  hubspotNote,
  intercom,
  intercomNote,
  salesforce,
  zendesk,
];
