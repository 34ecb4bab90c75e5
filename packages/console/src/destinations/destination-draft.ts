/** What the form edits: texts, in the order in which they stand. */
import type { DestinationDocument, StoredDestinationDocument } from '@brickwork/client';

export interface DestinationDraft {
  preset: string;
  baseUrl: string;
  settings: Record<string, string>;
  record: string;
  /** Separated by commas. */
  kits: string;
  fields: { id: number; answer: string; field: string }[];
  minConfidence: string;
  isCleared: boolean;
  isMasked: boolean;
  isEnabled: boolean;
  /** JSON: `request` and `auth`, without a preset. */
  own: string;
  description: string | undefined;
}

const OWN_EXAMPLE = {
  request: { method: 'PUT', path: '/records/{record}', body: '{ "solved": values.solved }' },
  auth: { type: 'bearer' },
};

export function newDraft(preset: string): DestinationDraft {
  return {
    preset,
    baseUrl: '',
    settings: {},
    record: 'external_id',
    kits: '',
    fields: [{ id: 0, answer: '', field: '' }],
    minConfidence: '',
    isCleared: false,
    isMasked: false,
    isEnabled: true,
    own: preset === '' ? JSON.stringify(OWN_EXAMPLE, undefined, 2) : '',
    description: undefined,
  };
}

export function toDraft(document: StoredDestinationDocument): DestinationDraft {
  const { request, auth } = document;
  return {
    preset: document.preset ?? '',
    baseUrl: document.base_url ?? '',
    settings: { ...document.settings },
    record: document.record,
    kits: (document.kits ?? []).join(', '),
    fields: Object.entries(document.fields).map(([answer, field], id) => ({ id, answer, field })),
    minConfidence: document.min_confidence === undefined ? '' : String(document.min_confidence),
    isCleared: document.not_sure === 'clear',
    isMasked: document.mask,
    isEnabled: document.enabled,
    own: request === undefined ? '' : JSON.stringify({ request, auth }, undefined, 2),
    description: document.description,
  };
}

/** Throws a sentence where the request of one's own is not JSON. */
export function toDocument(draft: DestinationDraft): DestinationDocument {
  const settings = Object.entries(draft.settings).filter(([, value]) => value !== '');
  const kits = draft.kits.split(/[\s,]+/).filter((kit) => kit !== '');
  return {
    ...(draft.preset === '' ? readOwn(draft.own) : { preset: draft.preset }),
    ...(draft.baseUrl.trim() !== '' && { base_url: draft.baseUrl.trim() }),
    ...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
    ...(kits.length > 0 && { kits }),
    ...(draft.minConfidence !== '' && { min_confidence: Number(draft.minConfidence) }),
    ...(draft.description !== undefined && { description: draft.description }),
    record: draft.record.trim() === '' ? 'external_id' : draft.record.trim(),
    fields: Object.fromEntries(
      draft.fields
        .filter(({ answer }) => answer.trim() !== '')
        .map(({ answer, field }) => [answer.trim(), field.trim()]),
    ),
    not_sure: draft.isCleared ? 'clear' : 'skip',
    mask: draft.isMasked,
    enabled: draft.isEnabled,
  };
}

function readOwn(text: string): Pick<DestinationDocument, 'request' | 'auth'> {
  try {
    return JSON.parse(text) as Pick<DestinationDocument, 'request' | 'auth'>;
  } catch {
    throw new Error('The request is not JSON: look for a missing quote or comma.');
  }
}
