import { describe, expect, it } from 'vitest';
import { wordDocument as base64Of, zip } from '../../../../../test/support/word-document.ts';
import { normaliseConversation } from '../normalise.ts';

const paragraph = (inside: string) => `<w:p><w:r>${inside}</w:r></w:p>`;
const read = (value: string) => () => normaliseConversation(value);

describe('a Word document', () => {
  it('is its text, with tabs, line breaks and characters written as entities', () => {
    const { text, turns } = normaliseConversation(
      base64Of([
        paragraph('<w:t>Agent: A &lt;b&gt; &#8220;c&#x201D; &unknown;</w:t><w:tab/><w:t>d</w:t>'),
        paragraph(
          '<w:t/><w:delText>never said</w:delText><w:t xml:space="preserve">Customer: e</w:t><w:br/><w:t>f</w:t>',
        ),
        '<mc:AlternateContent><mc:Choice><w:t>g</w:t></mc:Choice><mc:Fallback><w:t>g</w:t></mc:Fallback></mc:AlternateContent>',
      ]),
    );
    expect(text).toBe('Agent: A <b> “c” &unknown;\td\nCustomer: e\nf\ng');
    expect(turns.map(({ side }) => side)).toEqual(['agent', 'customer']);
  });

  it.each([
    ['a bomb', base64Of([paragraph(`<w:t>${'a'.repeat(30_000_000)}</w:t>`)]), /too large when it is unpacked/],
    ['an archive of something else', zip({ 'xl/workbook.xml': '<a/>' }).toString('base64'), /looks like a ZIP archive/],
    ['half of one', base64Of(['<w:p/>']).slice(0, 80), /looks like a ZIP archive/],
    ['one without words', base64Of([paragraph('<w:t> </w:t>')]), /it has no words/],
  ])('%s is refused with a sentence', (_, value, sentence) => {
    expect(read(value)).toThrow(sentence);
  });

  it('that says it is small unpacks to no more than a small one', () => {
    const bytes = Buffer.from(base64Of([paragraph(`<w:t>${'a'.repeat(30_000_000)}</w:t>`)]), 'base64');
    const entry = bytes.lastIndexOf('word/document.xml') - 46;
    bytes.writeUInt32LE(1_000, entry + 24);
    expect(read(bytes.toString('base64'))).toThrow(/this one is damaged/);
  });

  it('that says it is packed from much more than it holds unpacks to no more than a small one', () => {
    const bytes = Buffer.from(base64Of([paragraph(`<w:t>${'a'.repeat(15_000_000)}</w:t>`)]), 'base64');
    const entry = bytes.lastIndexOf('word/document.xml') - 46;
    bytes.writeUInt32LE(0x7fff_ffff, entry + 20);
    bytes.writeUInt32LE(1_000, entry + 24);
    expect(read(bytes.toString('base64'))).toThrow(/this one is damaged/);
  });

  it('with a directory that points anywhere is refused, whatever byte is wrong', () => {
    const whole = Buffer.from(base64Of([paragraph('<w:t>Agent: Hello.</w:t>')]), 'base64');
    for (let at = 4; at < whole.length; at += 1) {
      const broken = Buffer.from(whole);
      broken[at] = 0xff;
      try {
        normaliseConversation(broken.toString('base64'));
      } catch (error) {
        expect([at, error]).toMatchObject([at, { code: 'kit_input_invalid' }]);
      }
    }
  });
});
