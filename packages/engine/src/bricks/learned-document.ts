/**
 * The member `learned` of a brick in a kit document: the result of `brickwork kits learn`, and the curve of `evaluate --calibrate`. It may
 * come from anywhere, so it is checked when a kit is pushed, and again when it is used.
 */
import { z } from 'zod';

/** On the labels it learned from: the share that was right before, and in cross-validation after. */
const learnedAccuracy = z.strictObject({ before: z.number().min(0).max(1), after: z.number().min(0).max(1) });

const learnedModel = z.strictObject({
  version: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  labels: z.number().int().positive(),
  classes: z.array(z.union([z.string(), z.number(), z.boolean()])).min(2),
  zero_shot: z.number().nonnegative(),
  stems: z.array(z.string()),
  scale: z.number().positive(),
  /** One int8 row per class, over the stems, the dimensions of the word table and a bias. */
  cells: z.base64(),
  calibration: z.strictObject({ bias: z.number(), slope: z.number() }),
  accuracy: learnedAccuracy.optional(),
});

export const HEAD_VERSION = 'reader-1';

/** The head of a brick on the reader's output. Its versions have names; those of word heads have numbers. */
const readerHead = z.strictObject({
  version: z.literal(HEAD_VERSION),
  labels: z.number().int().positive(),
  classes: z
    .array(z.union([z.string(), z.boolean()]))
    .min(2)
    .max(200),
  /** The reader's weights that it was fitted with: it cannot be used with others. */
  reader: z.string().regex(/^[0-9a-f]{16}$/),
  /** The weights of the reader's scores and of the words' scores. */
  read: z.number().min(0).max(10),
  words: z.number().min(0).max(10),
  scale: z.number().positive(),
  /** One int8 row per class: the dimensions of the reader's vector, or none of them, and a bias. */
  cells: z.base64(),
  calibration: z.strictObject({ bias: z.number(), slope: z.number() }),
  accuracy: learnedAccuracy,
});

const modelCalibration = z.array(z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)])).min(1);

export type LearnedModel = z.infer<typeof learnedModel>;
export type ReaderHead = z.infer<typeof readerHead>;

type Learned = Readonly<Record<string, unknown>> | undefined;

export function readLearnedModel(learned: Learned): LearnedModel | undefined {
  return learnedModel.safeParse(modelPart(learned)).data;
}

export function readReaderHead(learned: Learned): ReaderHead | undefined {
  return learned?.version === HEAD_VERSION ? readerHead.safeParse(modelPart(learned)).data : undefined;
}

/** What a brick learned, and how much its accuracy improved. */
export interface LearnedSummary {
  labels: number;
  before?: number;
  after?: number;
}

export function summariseLearned(learned: Learned): LearnedSummary | undefined {
  const model = readReaderHead(learned) ?? readLearnedModel(learned);
  return model && { labels: model.labels, ...model.accuracy };
}

export function readModelCalibration(learned: Learned): [number, number][] | undefined {
  return modelCalibration.safeParse(learned?.model_calibration).data;
}

/** What is wrong with it, by member name. */
export function learnedFaults(learned: Record<string, unknown>): { path: PropertyKey[]; message: string }[] {
  const { model_calibration: curve } = learned;
  const model = modelPart(learned);
  const faults = curve === undefined ? [] : issuesOf(modelCalibration.safeParse(curve), ['model_calibration']);
  if (Object.keys(model).length === 0) return faults;
  if (model.version === HEAD_VERSION) return [...faults, ...headFaults(model)];
  const parsed = learnedModel.safeParse(model);
  if (!parsed.success) return [...faults, ...issuesOf(parsed)];
  const { cells, classes, stems } = parsed.data;
  const bytes = Buffer.from(cells, 'base64').length;
  if (bytes % classes.length === 0 && bytes / classes.length > stems.length) return faults;
  return [...faults, { path: ['cells'], message: 'do not belong to these classes and stems' }];
}

function headFaults(model: Record<string, unknown>): { path: PropertyKey[]; message: string }[] {
  const parsed = readerHead.safeParse(model);
  if (!parsed.success) return issuesOf(parsed);
  const { cells, classes } = parsed.data;
  const bytes = Buffer.from(cells, 'base64').length;
  return bytes > 0 && bytes % classes.length === 0
    ? []
    : [{ path: ['cells'], message: 'do not belong to these classes' }];
}

function modelPart(learned: Learned): Record<string, unknown> {
  const { model_calibration: _, ...model } = learned ?? {};
  return model;
}

function issuesOf(parsed: z.ZodSafeParseResult<unknown>, path: PropertyKey[] = []) {
  return (parsed.error?.issues ?? []).map((issue) => ({ path: [...path, ...issue.path], message: issue.message }));
}
