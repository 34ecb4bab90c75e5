import { describe, expect, it } from 'vitest';
import { checkKit } from './check-kit.ts';
import { parseKitFile } from './parse-kit-file.ts';

describe('parseKitFile', () => {
  it('gives the line of a fault, and of the brick when the field is missing', () => {
    const file = parseKitFile(
      [
        'kit: review',
        'bricks:',
        '  - key: a',
        '    type: boolean',
        '  - key: b',
        '    type: numeric',
        '    question: How?',
        '    setp: 5',
        '',
      ].join('\n'),
    );
    if ('faults' in file) throw new Error('unreadable');
    expect(checkKit(file.value, file.lineOf)).toEqual({
      faults: [
        { path: 'bricks[0].question', message: expect.stringContaining('is missing'), line: 3 },
        { path: 'bricks[1].setp', message: 'is not a key of a numeric brick', hint: 'did you mean "step"?', line: 8 },
      ],
    });
  });

  it.each([
    ['kit: a\nbricks: []\nkit: b\n', { message: 'the same key appears twice in one object', line: 3 }],
    ['{\n  "kit": "a",\n  "kit": "b"\n}', { message: 'the same key appears twice in one object', line: 3 }],
    ['kit: a\n---\nkit: b\n', { message: 'a kit file must have one document; this one has several' }],
    ['kit: a\nname: !!js/function x\n', { message: expect.stringContaining('Unresolved tag'), line: 2 }],
    ['kit: [a\n', { line: 2 }],
    ['? [a, b]\n: 1\n', { message: 'a key must be a plain word, not a list or an object', line: 1 }],
    ['kit: *nowhere\n', { path: '' }],
  ])('refuses %j', (text, fault) => {
    expect(parseKitFile(text)).toMatchObject({ faults: [fault] });
  });

  it('explains an unquoted comma in a flow object', () => {
    const file = parseKitFile(
      'kit: review\ninput:\n  fields:\n    call: { type: conversation, description: The call, in full }\n',
    );
    if ('faults' in file) throw new Error('unreadable');
    expect(checkKit(file.value, file.lineOf)).toMatchObject({
      faults: [
        { path: 'input.fields.call["in full"]', hint: 'put quotes around a text with a comma inside { … }', line: 4 },
        { path: 'bricks' },
      ],
    });
  });

  it('reads YAML 1.2: yes, no and dates are texts, and numbers may be keys', () => {
    expect(parseKitFile('a: yes\nb: no\nc: 2026-01-01\nd: 0777\n0: zero\n')).toMatchObject({
      value: { a: 'yes', b: 'no', c: '2026-01-01', d: 777, 0: 'zero' },
    });
  });

  it('lets aliases save typing, but not blow up', () => {
    expect(parseKitFile('a: &x [1]\nb: *x\n')).toMatchObject({ value: { a: [1], b: [1] } });
    const laughs = Array.from({ length: 12 }, (_, level) => {
      const before = Array.from({ length: 10 }, () => `*l${level}`).join(', ');
      return `l${level + 1}: &l${level + 1} [${before}]`;
    });
    expect(parseKitFile(['l0: &l0 haha', ...laughs, ''].join('\n'))).toMatchObject({
      faults: [{ message: expect.stringContaining('alias') }],
    });
    expect(parseKitFile('#'.repeat(2_000_000))).toMatchObject({
      faults: [{ message: expect.stringContaining('too large') }],
    });
  });
});
