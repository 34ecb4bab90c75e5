import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('parseJson', () => {
  it('returns the text of each outer member as it was sent', () => {
    // Keys of any depth: such bodies are refused.
    const body = fc
      .dictionary(fc.string(), fc.jsonValue())
      .filter((given) => !/__proto__|constructor/.test(JSON.stringify(given)));
    fc.assert(
      fc.property(body, fc.constantFrom(undefined, 1, '\t'), (given, indent) => {
        const { value, texts } = parse(JSON.stringify(given, undefined, indent));
        const members = value as Record<string, unknown>;
        for (const [key, text] of texts) expect(JSON.parse(text)).toEqual(members[key]);
        const isPlain = Object.keys(members).every((key) => JSON.stringify(key) === `"${key}"`);
        expect([...texts.keys()].sort()).toEqual(isPlain ? Object.keys(members).sort() : []);
      }),
    );
  });

  it('keeps the last of two members with the same name, as the parser does', () => {
    const { value, texts } = parse('{"input": {"a": 1}, "input": {"a": 2} }');
    expect(value).toEqual({ input: { a: 2 } });
    expect(JSON.parse(texts.get('input') ?? '')).toEqual({ a: 2 });
  });

  it('returns no texts when a name contains an escape', () => {
    const { value, texts } = parse('{"input": {"a": 1}, "\\u0069nput": {"a": 2}}');
    expect(value).toEqual({ input: { a: 2 } });
    expect(texts.size).toBe(0);
  });

  it.each(['[1, {"input": 2}]', '"input"', '7', 'null'])('has no members to return in %s', (text) => {
    expect(parse(text)).toEqual({ value: JSON.parse(text), texts: new Map() });
  });

  it.each(['1e999', '-1E+400', '9'.repeat(310), `${'9'.repeat(250)}e99`])(
    'refuses a number beyond the largest: %s',
    (number) => {
      for (const text of [number, `[0, ${number}]`, `{"a": {"b": ${number}}}`])
        expect(() => parse(text)).toThrowError(expect.objectContaining({ code: 'invalid_json' }));
    },
  );

  it.each(['1e30', '1.5E-300', '12345', '"1e999"', `"${'9'.repeat(400)}"`])('accepts %s', (text) => {
    expect(parse(`[${text}]`).value).toEqual([JSON.parse(text)]);
  });

  it.each(['{"__proto__": 1}', '{"a": {"constructor": {"prototype": 1}}}', '{"\\u005f_proto__": 1}'])(
    'refuses %s',
    (text) => {
      expect(() => parse(text)).toThrowError(expect.objectContaining({ code: 'invalid_json' }));
    },
  );

  it.each(['{"input": {]}', '{"input": 1', '{"a": 1}}', '{"a" "b": 1}'])(
    'leaves it to the parser to refuse %s',
    (text) => {
      expect(() => parse(text)).toThrowError(expect.objectContaining({ code: 'invalid_json' }));
    },
  );
});
