/**
 * The only check of kit documents: an API body or a parsed file becomes a kit in normal form, or a list of everything
 * that is wrong with it. No other code checks a document again.
 */
import { type BrickDocument, brickDocument, KIT_LIMITS, kitDocument } from '@brickwork/contract/kit';
import { z } from 'zod';
import { brickType, isBrickType, itemType } from '../bricks/brick-types.ts';
import { learnedFaults, readLearnedModel } from '../bricks/learned-document.ts';
import { patternCost } from '../bricks/text/compile-pattern.ts';
import { memberOf } from '../core/member-of.ts';
import { adviseKit } from './advise-kit.ts';
import { countModelCalls } from './count-model-calls.ts';
import { explainIssue, type LocatedFault } from './explain-issue.ts';
import { inOrderOf } from './in-order-of.ts';
import { faultPath, type KitFault, type PathSegments } from './kit-fault.ts';
import { type Kit, normaliseKit } from './normalise-kit.ts';
import { referenceFaults } from './reference-faults.ts';

/** `advice`: what is valid, but probably not what its author meant. */
export type ValidKit = { kit: Kit; advice: string[] };
export type CheckedKit = ValidKit | { faults: KitFault[] };

const TOO_LARGE = `is too large: at most ${KIT_LIMITS.bytes} bytes as JSON`;
const MAX_FAULTS = 200;
/** One issue may become several faults; explaining more than are shown would be wasted. */
const MAX_ISSUES = 2 * MAX_FAULTS;
const MAX_DEPTH = 40;

/** `lineOf` gives the line of a path in the file, when the document came from one. */
export function checkKit(value: unknown, lineOf?: (segments: PathSegments) => number | undefined): CheckedKit {
  const unreadable = textFaults(value);
  if (unreadable.length > 0) return { faults: present(unreadable, lineOf) };

  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
  if (bytes > KIT_LIMITS.bytes) {
    const message = `is too large: ${bytes} bytes as JSON, at most ${KIT_LIMITS.bytes}`;
    return { faults: present([{ segments: [], message }], lineOf) };
  }

  const parsed = kitDocument.safeParse(value);
  const issues = (parsed.error?.issues ?? []).slice(0, MAX_ISSUES);
  const faults = [...issues.flatMap((issue) => explainIssue(issue, value)), ...ruleFaults(value)];
  if (parsed.success && faults.length === 0) {
    faults.push(...parsed.data.bricks.flatMap(faultsOfLearned));
    const calls = countModelCalls(parsed.data);
    if (calls <= KIT_LIMITS.modelCalls && faults.length === 0)
      return { kit: inOrderOf(normaliseKit(parsed.data), value), advice: adviseKit(parsed.data) }; // As its author wrote it.
    if (calls > KIT_LIMITS.modelCalls) {
      const message = `would make ${calls} model calls for each conversation, at most ${KIT_LIMITS.modelCalls} are allowed`;
      faults.push({ segments: ['bricks'], message, hint: 'use fewer votes, and isolate only bricks that need it' });
    }
  }
  return { faults: present(faults, lineOf) };
}

function ruleFaults(value: unknown): LocatedFault[] {
  const bricks = listOf(memberOf(value, 'bricks'));
  return [
    ...inputFaults(memberOf(memberOf(value, 'input'), 'fields')),
    ...knowledgeFaults(listOf(memberOf(value, 'knowledge'))),
    ...repeats(bricks, 'bricks', 'key'),
    ...(patternFaults(bricks) ?? bricks.flatMap((brick, index) => brickFaults(brick, ['bricks', index], value))),
    ...referenceFaults(bricks),
    ...gateFaults(memberOf(memberOf(value, 'gate'), 'min'), bricks),
  ];
}

/** Undefined if the patterns are within the kit's budget. Each one may be small, but a kit has 200 bricks and conversations are long. */
function patternFaults(bricks: readonly unknown[]): LocatedFault[] | undefined {
  let steps = 0;
  for (const brick of bricks) {
    const extract = memberOf(brick, 'extract');
    if (typeof extract === 'string' && extract.startsWith('/')) steps += patternCost(extract);
  }
  if (steps <= KIT_LIMITS.patternSteps) return undefined;
  const message = `have patterns that are too large together: about ${steps} steps, at most ${KIT_LIMITS.patternSteps} are allowed`;
  return [
    { segments: ['bricks'], message, hint: 'use fewer patterns, smaller repeats and fewer classes such as \\p{L}' },
  ];
}

function brickFaults(brick: unknown, at: PathSegments, document: unknown): LocatedFault[] {
  const type = memberOf(brick, 'type');
  if (type === undefined && memberOf(brick, 'use') !== undefined) return [];
  if (!isBrickType(type)) return untypedBrickFaults(brick, at, document);
  const faults: LocatedFault[] = [];
  itemType({ type }).checkDocument(brick, (path, message, hint) =>
    faults.push({ segments: [...at, ...path], message, hint }),
  );
  return faults;
}

function gateFaults(min: unknown, bricks: readonly unknown[]): LocatedFault[] {
  if (typeof min !== 'object' || min === null || Array.isArray(min)) return [];
  const keys = new Set(bricks.map((brick) => memberOf(brick, 'key')));
  return Object.keys(min)
    .filter((key) => !keys.has(key))
    .map((key) => ({ segments: ['gate', 'min', key], message: 'is not a brick of the kit' }));
}

/** Fields that every type of brick has, so that a brick of unknown type is checked as far as possible. */
const anyBrick = z.object(
  Object.fromEntries(
    Object.entries(brickDocument.options[1].shape).filter(
      ([key]) => key !== 'type' && brickDocument.options.every((option) => key in option.shape),
    ),
  ),
);

function untypedBrickFaults(brick: unknown, at: PathSegments, document: unknown): LocatedFault[] {
  const issues = anyBrick.safeParse(brick).error?.issues ?? [];
  return issues
    .filter((issue) => issue.path.length > 0)
    .flatMap((issue) => explainIssue({ ...issue, path: [...at, ...issue.path] }, document));
}

function inputFaults(fields: unknown): LocatedFault[] {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return [];
  const segments = ['input', 'fields'];
  const count = Object.keys(fields).length;
  if (count > KIT_LIMITS.inputFields) return [{ segments, message: `may have at most ${KIT_LIMITS.inputFields}` }];
  if (Object.values(fields).some((field) => memberOf(field, 'type') === 'conversation')) return [];
  return [{ segments, message: 'needs a field of type conversation', hint: 'transcript: { type: conversation }' }];
}

function knowledgeFaults(texts: readonly unknown[]): LocatedFault[] {
  const faults = repeats(texts, 'knowledge', 'name');
  for (const [index, entry] of texts.entries()) {
    if (memberOf(entry, 'file') !== undefined) {
      const hint = '`brickwork kits push` replaces it with the text of the file';
      faults.push({ segments: ['knowledge', index, 'file'], message: 'must be replaced by its text', hint });
    } else if (memberOf(entry, 'text') === undefined && typeof entry === 'object') {
      faults.push({ segments: ['knowledge', index, 'text'], message: 'is missing: it must be a text' });
    }
  }
  return faults;
}

/** Learned data may come from anywhere: it must be complete, and must not be able to return a value that the brick cannot have. */
function faultsOfLearned(brick: BrickDocument, index: number): LocatedFault[] {
  const { learned } = brick;
  if (learned === undefined) return [];
  const at = (path: readonly PropertyKey[], message: string): LocatedFault => ({
    segments: ['bricks', index, 'learned', ...path],
    message,
    hint: 'run `brickwork kits learn` again',
  });
  const faults = learnedFaults(learned).map(({ path, message }) => at(path, message));
  const classes = faults.length > 0 ? [] : (readLearnedModel(learned)?.classes ?? []);
  for (const [position, value] of classes.entries()) {
    const message = brickType(brick).valueFault(brick, value);
    if (message !== undefined) faults.push(at(['classes', position], message));
  }
  return faults.slice(0, MAX_FAULTS);
}

function repeats(entries: readonly unknown[], list: string, field: string): LocatedFault[] {
  const first = new Map<unknown, number>();
  const faults: LocatedFault[] = [];
  for (const [index, entry] of entries.entries()) {
    const name = memberOf(entry, field);
    if (typeof name !== 'string') continue;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else faults.push({ segments: [list, index, field], message: `"${name}" is already used by ${list}[${earlier}]` });
  }
  return faults;
}

/**
 * PostgreSQL cannot store NUL and canonical JSON has no half surrogates, so both are refused. Nesting is limited before
 * any recursive code sees the value; for the same reason this walk is a loop. It ends as soon as the document is too large.
 */
function textFaults(value: unknown): LocatedFault[] {
  const faults: LocatedFault[] = [];
  const left: { value: unknown; segments: PathSegments }[] = [{ value, segments: [] }];
  let leastBytes = 0;
  for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
    const { value: current, segments } = entry;
    if (typeof current === 'string' && !isPlainText(current)) {
      faults.push({ segments, message: 'contains a character that is not text (NUL or half a surrogate pair)' });
    }
    leastBytes += typeof current === 'string' ? current.length : 1;
    if (leastBytes > KIT_LIMITS.bytes) return [{ segments: [], message: TOO_LARGE }];
    if (typeof current !== 'object' || current === null) continue;
    if (segments.length >= MAX_DEPTH) return [{ segments, message: `is nested more than ${MAX_DEPTH} levels deep` }];
    if (left.length + Object.keys(current).length > KIT_LIMITS.bytes) return [{ segments: [], message: TOO_LARGE }];
    for (const [key, member] of Object.entries(current)) {
      if (!isPlainText(key)) faults.push({ segments, message: 'has a key with a character that is not text' });
      left.push({ value: member, segments: [...segments, Array.isArray(current) ? Number(key) : key] });
    }
  }
  return faults;
}

function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The kit's own faults first, then brick by brick, as the author reads the file. */
function present(faults: LocatedFault[], lineOf?: (segments: PathSegments) => number | undefined): KitFault[] {
  const rank = ({ segments }: LocatedFault) => (typeof segments[1] === 'number' ? 1 + segments[1] : 0);
  const sorted = faults.toSorted((a, b) => rank(a) - rank(b));
  const shown = sorted.slice(0, MAX_FAULTS).map(({ segments, message, hint }): KitFault => {
    const line = lineOf?.(segments);
    return {
      path: faultPath(segments),
      message,
      ...(hint !== undefined && { hint }),
      ...(line !== undefined && { line }),
    };
  });
  const more = sorted.length - shown.length;
  return more > 0 ? [...shown, { path: '', message: `has ${more} more faults` }] : shown;
}
