import { describe, expect, it } from 'vitest';
import { normaliseConversation } from './normalise.ts';

const read = (text: string) =>
  normaliseConversation(text).turns.map(({ speaker, side, text: words, startSeconds, endSeconds }) => ({
    speaker,
    side,
    words,
    times: [startSeconds, endSeconds],
  }));

const TEAMS = `WEBVTT

0f1c7a52-5a6c-4d0e-9d0c-2f4a3c0a1b2c/17-0
00:00:03.120 --> 00:00:06.480
<v Sarah Miller>Thanks for calling, this is Sarah.
How can I help?</v>

0f1c7a52-5a6c-4d0e-9d0c-2f4a3c0a1b2c/21-0
00:00:07.000 --> 00:00:09.250
<v Customer>My order never arrived.</v>
`;

const ZOOM = `\uFEFFWEBVTT\r
\r
1\r
00:00:01.000 --> 00:00:03.000\r
Dana Scott: Can everyone hear me?\r
\r
2\r
00:00:03.500 --> 00:00:04.000\r
Lee Wong: Yes.\r
\r
3\r
00:00:04.500 --> 00:00:08.000\r
Dana Scott: One rule today: be brief.\r
`;

const NOTES = `WEBVTT - Weekly call
Kind: captions

STYLE
::cue { color: lime }

NOTE recorded on Monday
and checked by hand

REGION
id:fred

intro
00:01.000 --> 00:02.500 align:start position:0%
<v.loud Agent><i>Hello.</i></v>

00:02.500 --> 00:04.000
<v Agent>Are you there?</v>
<v Caller>I am.</v>

00:05.000 --> 00:06.000
`;

const SRT = `1
00:00:01,000 --> 00:00:04,000
AGENT: Good morning.

2
00:00:04,200 --> 00:00:06,000
CUSTOMER: Morning. I want to
cancel my plan.

3
00:00:06,500 --> 00:00:08,000
AGENT: Of course.
CUSTOMER: Thanks.
`;

describe('timed text', () => {
  it('reads voice tags, as Teams writes them', () => {
    expect(read(TEAMS)).toEqual([
      {
        speaker: 'Sarah Miller',
        side: 'agent',
        words: 'Thanks for calling, this is Sarah.\nHow can I help?',
        times: [3.12, 6.48],
      },
      { speaker: 'Customer', side: 'customer', words: 'My order never arrived.', times: [7, 9.25] },
    ]);
  });

  it('reads names before a colon, as Zoom writes them', () => {
    expect(read(ZOOM)).toEqual([
      { speaker: 'Dana Scott', side: undefined, words: 'Can everyone hear me?', times: [1, 3] },
      { speaker: 'Lee Wong', side: undefined, words: 'Yes.', times: [3.5, 4] },
      { speaker: 'Dana Scott', side: undefined, words: 'One rule today: be brief.', times: [4.5, 8] },
    ]);
  });

  it('passes over notes, styles, regions, settings, cue names and empty cues', () => {
    expect(read(NOTES)).toEqual([
      { speaker: 'Agent', side: 'agent', words: 'Hello.', times: [1, 2.5] },
      { speaker: 'Agent', side: 'agent', words: 'Are you there?', times: [2.5, 4] },
      { speaker: 'Caller', side: 'customer', words: 'I am.', times: [2.5, 4] },
    ]);
  });

  it('reads SRT, several speakers in one cue included', () => {
    expect(normaliseConversation(SRT).format).toBe('srt');
    expect(read(SRT).map(({ speaker, words, times }) => [speaker, words, ...times])).toEqual([
      ['AGENT', 'Good morning.', 1, 4],
      ['CUSTOMER', 'Morning. I want to\ncancel my plan.', 4.2, 6],
      ['AGENT', 'Of course.', 6.5, 8],
      ['CUSTOMER', 'Thanks.', 6.5, 8],
    ]);
  });

  it('reads cues without a blank line between them', () => {
    const tight = '1\n00:00:01,000 --> 00:00:02,000\nHello.\n2\n00:00:02,000 --> 00:00:03,000\nHi.';
    expect(read(tight).map(({ words }) => words)).toEqual(['Hello.', 'Hi.']);
  });

  it('reads labels in brackets, in SRT and in WebVTT', () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\n[SPEAKER_00]: Hello.\n\n2\n00:00:02,000 --> 00:00:03,000\n[SPEAKER_01]: Hi.\n';
    const spoken = [
      ['SPEAKER_00', 'Hello.'],
      ['SPEAKER_01', 'Hi.'],
    ];
    expect(read(srt).map(({ speaker, words }) => [speaker, words])).toEqual(spoken);
    const vtt = `WEBVTT\n\n${srt.replaceAll(',000', '.000')}`;
    expect(read(vtt).map(({ speaker, words }) => [speaker, words])).toEqual(spoken);
    expect(read(srt.replaceAll(']:', ']')).map(({ speaker, words }) => [speaker, words])).toEqual(spoken);
  });
});
