import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../../test/support/vendor-samples.ts';
import { normaliseConversation } from './normalise.ts';

const sampleOf = (name: string) => SAMPLES[name]?.value as Record<string, unknown>;
const warningsOf = (value: unknown) => normaliseConversation(value).warnings ?? [];

describe('an export that is not whole', () => {
  it.each([
    ['zendesk', { next_page: 'https://acme.zendesk.com/api/v2/tickets/1/comments?page=2' }, '`next_page`'],
    ['hubspot', { paging: { next: { after: 'MQ', link: '?after=MQ' } } }, '`paging.next`'],
    ['front', { _pagination: { next: 'https://api2.frontapp.com/x?page_token=1' } }, '`_pagination.next`'],
    ['google-meet-api', { nextPageToken: 'abc' }, '`nextPageToken`'],
    ['contact-lens-realtime', { NextToken: 'abc' }, '`NextToken`'],
    ['graph-chat', { '@odata.nextLink': 'https://graph.microsoft.com/v1.0/x?$skiptoken=1' }, '`@odata.nextLink`'],
    ['sunshine', { meta: { hasMore: true, afterCursor: 'x' } }, '`meta.hasMore`'],
    [
      'twilio conversations',
      { meta: { next_page_url: 'https://conversations.twilio.com/x?Page=1' } },
      '`meta.next_page_url`',
    ],
    ['gong', { records: { totalRecords: 1, cursor: 'eyJ' } }, '`records.cursor`'],
  ])('%s: the run is warned', (name, more, field) => {
    expect(warningsOf(sampleOf(name))).toEqual([]);
    const warnings = warningsOf({ ...sampleOf(name), ...more });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(field);
  });

  it('has a count that is larger than the list', () => {
    const conversation = sampleOf('intercom');
    const parts = conversation.conversation_parts as { conversation_parts: unknown[] };
    expect(warningsOf({ ...conversation, conversation_parts: { ...parts, total_count: 3 } })).toEqual([]);
    expect(warningsOf({ ...conversation, conversation_parts: { ...parts, total_count: 40 } })[0]).toContain(
      '`total_count` is 40, but 3 are in the list',
    );
  });

  it.each([
    ['the last page', { next_page: null, paging: {}, has_more: false, meta: { next_page_url: null } }],
    ['an empty cursor', { response_metadata: { next_cursor: '' } }],
  ])('is not %s', (_, more) => {
    expect(warningsOf({ ...sampleOf('zendesk'), ...more })).toEqual([]);
  });
});
