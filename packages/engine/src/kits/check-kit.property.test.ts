import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { arbitraryKit } from '../../../../test/support/arbitrary-kit.ts';
import { draws } from '../../../../test/support/draws.ts';
import { checkKit } from './check-kit.ts';
import { hashKit } from './hash-kit.ts';
import type { KitFault } from './kit-fault.ts';
import type { Kit } from './normalise-kit.ts';
import { parseKitFile } from './parse-kit-file.ts';

const QUESTION = { question: 'Was it solved?' };
const SOLVED = { key: 'solved', type: 'boolean', ...QUESTION };

function faultsOf(value: unknown): KitFault[] {
  const checked = checkKit(value);
  return 'faults' in checked ? checked.faults : [];
}

function kitOf(value: unknown): Kit {
  const checked = checkKit(value);
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  return checked.kit;
}

/** The faults of a kit that has this one brick beside a good one, as `path: message (hint)`. */
function brickFaults(brick: Record<string, unknown>): string[] {
  return faultsOf({ kit: 'review', bricks: [{ key: 'probe', ...QUESTION, ...brick }] }).map(line);
}

function line({ path, message, hint }: KitFault): string {
  return `${path}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}

/** Two classes over one stem, a table of two dimensions and a bias. */
const LEARNED = {
  version: 1,
  labels: 20,
  classes: [true, false],
  zero_shot: 1,
  stems: ['refund'],
  scale: 0.01,
  cells: Buffer.alloc(8, 1).toString('base64'),
  calibration: { bias: 0, slope: 1 },
};

describe('checkKit', () => {
  it('accepts the smallest kit and writes its defaults out', () => {
    expect(kitOf({ kit: 'review', bricks: [SOLVED, { key: 'score', type: 'numeric', ...QUESTION }] })).toEqual({
      kit: 'review',
      name: 'review',
      engine: 'auto',
      input: { fields: { transcript: { type: 'conversation', required: true } } },
      bricks: [
        { ...SOLVED, name: 'solved', output: ['confidence', 'reason', 'evidence'] },
        {
          key: 'score',
          type: 'numeric',
          ...QUESTION,
          name: 'score',
          min: 0,
          max: 100,
          output: ['confidence', 'reason', 'evidence'],
        },
      ],
    });
  });

  it('reports every fault at once, of structure and of meaning, the kit’s own first', () => {
    const faults = faultsOf({
      kit: 'Review',
      nmae: 'Review',
      bricks: [
        { key: 'a', type: 'categoricle', question: 7 },
        { key: 'b', type: 'numeric', ...QUESTION, min: 10, max: 1, votes: 1.5 },
        { key: 'b', type: 'categorical', ...QUESTION, categories: [{ value: 'x' }] },
        { type: 'boolean', categories: [] },
        'nothing',
      ],
    });
    expect(faults.map(line)).toEqual([
      'kit: must be lower-case letters, digits and _, start with a letter, 2 to 63 characters',
      'nmae: is not a known key (did you mean "name"?)',
      'bricks[0].type: must be one of numeric, boolean, categorical, text (did you mean "categorical"?)',
      'bricks[0].question: must be a text',
      'bricks[1].votes: must be a whole number',
      'bricks[1].max: must be a range: min is 10, max is 1',
      'bricks[2].categories: needs at least 2',
      'bricks[2].key: "b" is already used by bricks[1]',
      'bricks[3].key: is missing: it must be a text',
      'bricks[3].categories: is not a key of a boolean brick (only a categorical brick has it)',
      'bricks[3].question: is missing: say what to find out (only a numeric brick with a metric or a score needs no question)',
      'bricks[4]: must be an object',
    ]);
  });

  it.each([
    [
      { type: 'numeric', min: 0, max: 10, step: 3 },
      'bricks[0].step: must divide the range from 0 to 10 into equal parts',
    ],
    [{ type: 'numeric', step: 200 }, 'bricks[0].step: must divide the range from 0 to 100 into equal parts'],
    [{ type: 'numeric', step: 0 }, 'bricks[0].step: must be more than 0'],
    [{ type: 'numeric', min: 100 }, 'bricks[0].min: must be a range: min is 100, max is 100'],
    [{ type: 'numeric', max: Number.NaN }, 'bricks[0].max: must be a finite number'],
    [{ type: 'numeric', anchors: { 101: 'too much' } }, 'bricks[0].anchors["101"]: must be between min 0 and max 100'],
    [{ type: 'numeric', anchors: { low: 'x' } }, 'bricks[0].anchors.low: must be a number'],
    [{ type: 'numeric', anchors: { '1': 'x', '1.0': 'y' } }, 'bricks[0].anchors["1.0"]: repeats the value 1'],
    [
      { type: 'numeric', metric: 'keyword_count' },
      'bricks[0].hints.keywords: must list the words that keyword_count counts',
    ],
    [
      { type: 'numeric', metric: 'talk_ratio', step: 0.4 },
      'bricks[0].step: must divide 1: talk_ratio is computed, from 0 to 1',
    ],
    [
      { type: 'numeric', metric: 'word_count', min: -3, step: 2 },
      'bricks[0].step: must divide -3: word_count is computed, from 0 to any',
    ],
    [
      { type: 'numeric', metric: 'talk_ratio', max: 0.5 },
      'bricks[0].max: must not narrow the metric: talk_ratio is computed, from 0 to 1',
    ],
    [
      { type: 'categorical', categories: [{ value: 'Yes' }, { value: 'yes ' }] },
      'bricks[0].categories[1].value: is the same as that of categories[0]',
    ],
    [{ type: 'text', extract: '/(a/' }, /^bricks\[0\]\.extract: does not compile: missing closing \)/],
    [{ type: 'text', extract: '/(?=a)b/' }, /^bricks\[0\]\.extract: does not compile: .*linear time/],
    [{ type: 'text', extract: '/a/g' }, 'bricks[0].extract: has the unknown flag "g"; use i, m or s'],
    [{ type: 'text', extract: 'mony' }, /^bricks\[0\]\.extract: must be name, money.*\(did you mean "money"\?\)$/],
    [{ type: 'boolean', output: ['reason', 'reason'] }, 'bricks[0].output[1]: lists reason twice'],
    [
      { type: 'boolean', output: ['confidense'] },
      'bricks[0].output[0]: must be one of confidence, reason, evidence (did you mean "confidence"?)',
    ],
    [
      { type: 'boolean', hints: { keyword: ['pin'] } },
      'bricks[0].hints.keyword: is not a known key (did you mean "keywords"?)',
    ],
    [
      { type: 'boolean', hints: { labelled: [{ text: 'x', value: 'yes' }] } },
      'bricks[0].hints.labelled[0].value: must be true or false',
    ],
    [{ type: 'boolean', question: '' }, 'bricks[0].question: must not be empty'],
    [
      { type: 'boolean', name: 'a\0b' },
      'bricks[0].name: contains a character that is not text (NUL or half a surrogate pair)',
    ],
    [
      { type: 'boolean', name: '\ud800' },
      'bricks[0].name: contains a character that is not text (NUL or half a surrogate pair)',
    ],
  ])('says what is wrong with %j', (brick, fault) => {
    const faults = brickFaults(brick);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(typeof fault === 'string' ? exactly(fault) : fault);
  });

  it('names an unknown metric and the nearest known one', () => {
    expect(brickFaults({ type: 'numeric', metric: 'talk_ration' })).toEqual([
      expect.stringMatching(/^bricks\[0\]\.metric: must be one of talk_ratio, .*\(did you mean "talk_ratio"\?\)$/),
    ]);
  });

  it('lets a metric go without question, but nothing else', () => {
    expect(faultsOf({ kit: 'review', bricks: [{ key: 'words', type: 'numeric', metric: 'word_count' }] })).toEqual([]);
    expect(faultsOf({ kit: 'review', bricks: [{ key: 'a', type: 'numeric' }] })).toHaveLength(1);
  });

  it('lets a metric have a step that meets its ends', () => {
    const steps = { talk_ratio: 0.05, sentiment: 0.1, sentiment_change: 0.5, word_count: 10, question_rate: 0.3 };
    for (const [metric, step] of Object.entries(steps)) {
      expect(faultsOf({ kit: 'review', bricks: [{ key: 'a', type: 'numeric', metric, step }] })).toEqual([]);
    }
  });

  it('refuses files in knowledge, empty entries and input without a conversation', () => {
    const faults = faultsOf({
      kit: 'review',
      input: { fields: { 'a b': { type: 'string' }, account: { type: 'text' } } },
      knowledge: [{ name: 'a', file: 'a.md' }, { name: 'a', text: 'x' }, { name: 'c' }],
      bricks: [SOLVED],
    });
    expect(faults.map(({ path }) => path).toSorted()).toEqual([
      'input.fields',
      'input.fields.account.type',
      'input.fields["a b"]',
      'knowledge[0].file',
      'knowledge[1].name',
      'knowledge[2].text',
    ]);
  });

  it('bounds the document: bricks, bytes, nesting and the number of faults reported', () => {
    const bricks = Array.from({ length: 201 }, (_, index) => ({ ...SOLVED, key: `b${index}` }));
    expect(faultsOf({ kit: 'review', bricks: bricks.slice(1) })).toEqual([]);
    expect(faultsOf({ kit: 'review', bricks }).map(line)).toEqual(['bricks: may have at most 200']);

    const large = { kit: 'review', bricks: [SOLVED], knowledge: [{ name: 'x', text: 'é'.repeat(131_072) }] };
    expect(faultsOf(large).map(line)).toEqual([expect.stringMatching(/^: is too large: \d+ bytes as JSON/)]);

    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(faultsOf({ kit: 'review', bricks: [{ ...SOLVED, learned: { deep } }] })).toEqual([
      expect.objectContaining({ message: 'is nested more than 40 levels deep' }),
    ]);

    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, 1]));
    const faults = faultsOf({ kit: 'review', bricks: [SOLVED], ...unknown });
    expect(faults).toHaveLength(201);
    expect(faults.at(-1)).toEqual({ path: '', message: 'has 4800 more faults' });
  });

  it('has one budget for the patterns of all bricks, looked at before any of them is compiled', () => {
    const patterns = (count: number, extract: string) =>
      Array.from({ length: count }, (_, index) => ({ key: `p${index}`, type: 'text', ...QUESTION, extract }));
    const heavy = faultsOf({ kit: 'review', bricks: patterns(200, `/${'\\p{L}'.repeat(180)}/`) });
    expect(heavy.map(({ path, message }) => `${path} ${message}`)).toEqual([
      expect.stringMatching(/^bricks have patterns that are too large together: about \d+ steps, at most 5000/),
    ]);
    expect(faultsOf({ kit: 'review', bricks: patterns(40, '/\\p{L}{2,30}@\\w{1,60}\\.(com|org)/') })).toEqual([]);
  });

  it('refuses a list of millions without walking through it', () => {
    const walked: string[] = [];
    const item = {
      get text() {
        walked.push('x');
        return 'x';
      },
    };
    const bricks = new Array(1_000_000).fill(item);
    expect(faultsOf({ kit: 'review', bricks }).map(line)).toEqual([': is too large: at most 262144 bytes as JSON']);
    expect(walked.length).toBeLessThan(300_000);
  });

  it('refuses what a brick has learned when it could give a value that the brick cannot have', () => {
    const learned = (classes: unknown) => brickFaults({ type: 'boolean', learned: { ...LEARNED, classes } });
    expect(learned([true, false])).toEqual([]);
    expect(learned(['maybe', true])).toEqual([
      'bricks[0].learned.classes[0]: must be true or false (run `brickwork kits learn` again)',
    ]);
    expect(learned({ length: 2 })).toEqual([expect.stringMatching(/^bricks\[0\]\.learned\.classes: .*expected array/)]);
  });

  it('refuses what a brick has learned when it is not whole, instead of leaving it unused', () => {
    const faults = (learned: object) => brickFaults({ type: 'boolean', learned });
    const curve = [
      [0, 0.2],
      [1, 0.9],
    ];
    expect(faults({ ...LEARNED, model_calibration: curve })).toEqual([]);
    expect(faults({ model_calibration: curve })).toEqual([]);
    for (const [wrong, at] of [
      [{ version: 4 }, 'version'],
      [{ scale: -1 }, 'scale'],
      [{ cells: 'not base64!' }, 'cells'],
      [{ cells: 'AAAA' }, 'cells'],
      [{ stems: [1] }, 'stems[0]'],
      [{ labels: 'many' }, 'labels'],
      [{ calibration: { bias: 'x', slope: 1 } }, 'calibration.bias'],
      [{ model_calibration: [[0, 2]] }, 'model_calibration[0][1]'],
      [{ something: 'else' }, ''],
    ] as const)
      expect(faults({ ...LEARNED, ...wrong }), at).toEqual([
        expect.stringMatching(
          new RegExp(`^bricks\\[0\\]\\.learned${at === '' ? '' : `.${at.replace(/[[\]]/g, '\\$&')}`}: .*kits learn`),
        ),
      ]);
  });

  it('says how many model calls a kit would make when they are too many', () => {
    const many = (votes: number) =>
      Array.from({ length: 200 }, (_, index) => ({ ...SOLVED, key: `b${index}`, isolate: true, votes }));
    expect(faultsOf({ kit: 'review', bricks: many(9) }).map(line)).toEqual([
      'bricks: would make 1800 model calls for each conversation, at most 200 are allowed (use fewer votes, and isolate only bricks that need it)',
    ]);
    expect(faultsOf({ kit: 'review', bricks: many(1) })).toEqual([]);
    expect(faultsOf({ kit: 'review', engine: 'local', bricks: many(9) })).toEqual([]);
  });

  it.each([undefined, null, 3, 'kit', [], true])('refuses %j, which is not a document', (value) => {
    expect(faultsOf(value).length).toBeGreaterThan(0);
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, brick) => {
        expect(faultsOf(value).length).toBeGreaterThan(0);
        faultsOf({ kit: 'review', bricks: [brick], input: value, knowledge: value });
      }),
      { numRuns: draws(100) },
    );
  });

  it('has one meaning for a document, as it is, as YAML, as JSON and in normal form', () => {
    fc.assert(
      fc.property(arbitraryKit, (document) => {
        const kit = kitOf(document);
        for (const text of [stringify(document), JSON.stringify(document, null, '\t')]) {
          const file = parseKitFile(text);
          if ('faults' in file) throw new Error(JSON.stringify(file.faults));
          expect(kitOf(file.value)).toEqual(kit);
        }
        expect(kitOf(kit)).toEqual(kit);
        expect(hashKit(kitOf(JSON.parse(JSON.stringify(kit))))).toBe(hashKit(kit));
      }),
      { numRuns: draws(100) },
    );
  });

  it('has one hash for one meaning and another for another', () => {
    const written = kitOf({
      bricks: [{ ...SOLVED, name: 'solved', output: ['evidence', 'reason', 'confidence'] }],
      kit: 'review',
    });
    const short = kitOf({ kit: 'review', engine: 'auto', bricks: [SOLVED] });
    expect(hashKit(written)).toBe(hashKit(short));
    expect(hashKit(kitOf({ kit: 'review', bricks: [{ ...SOLVED, output: [] }] }))).not.toBe(hashKit(short));
  });
});

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
}
