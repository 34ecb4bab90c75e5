/**
 * The member `learned` of a brick in a kit document: what `brickwork kits learn` fitted, and the curve of `evaluate --calibrate`. It may
 * come from anywhere, so it is checked when a kit is pushed, and again when it is used.
 */
import { z } from 'zod';

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
});

const modelCalibration = z.array(z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)])).min(1);

export type LearnedModel = z.infer<typeof learnedModel>;

type Learned = Readonly<Record<string, unknown>> | undefined;

export function readLearnedModel(learned: Learned): LearnedModel | undefined {
  return learnedModel.safeParse(modelPart(learned)).data;
}

export function readModelCalibration(learned: Learned): [number, number][] | undefined {
  return modelCalibration.safeParse(learned?.model_calibration).data;
}

/** What is wrong with it, by the names of its members. */
export function learnedFaults(learned: Record<string, unknown>): { path: PropertyKey[]; message: string }[] {
  const { model_calibration: curve } = learned;
  const model = modelPart(learned);
  const faults = curve === undefined ? [] : issuesOf(modelCalibration.safeParse(curve), ['model_calibration']);
  if (Object.keys(model).length === 0) return faults;
  const parsed = learnedModel.safeParse(model);
  if (!parsed.success) return [...faults, ...issuesOf(parsed)];
  const { cells, classes, stems } = parsed.data;
  const bytes = Buffer.from(cells, 'base64').length;
  if (bytes % classes.length === 0 && bytes / classes.length > stems.length) return faults;
  return [...faults, { path: ['cells'], message: 'do not belong to these classes and stems' }];
}

function modelPart(learned: Learned): Record<string, unknown> {
  const { model_calibration: _, ...model } = learned ?? {};
  return model;
}

function issuesOf(parsed: z.ZodSafeParseResult<unknown>, path: PropertyKey[] = []) {
  return (parsed.error?.issues ?? []).map((issue) => ({ path: [...path, ...issue.path], message: issue.message }));
}
