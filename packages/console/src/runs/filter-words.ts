/** The possible subjects of a filter: the fields and values that the box understands, by the names that people use for them. */
import type { BrickSchema, Dimension } from '@brickwork/client';

export interface KnownKit {
  kit_code: string;
  /** The slug. */
  kit: string;
  name: string;
  /** Undefined while they are read. */
  bricks: readonly BrickSchema[] | undefined;
}

export interface FilterWords {
  kits: readonly KnownKit[];
  /** The code of the kit that is chosen. */
  kit: string | undefined;
  dimensions: readonly Dimension[];
  /** In the workspace's time zone. */
  today: string;
}

export type Field =
  | { is: 'kit' | 'status' | 'type' | 'reviewed' | 'from' | 'to' | 'id' }
  | { is: 'dimension'; dimension: Dimension }
  | { is: 'metadata'; key: string }
  | { is: 'answer' | 'confidence'; kits: readonly { kit: KnownKit; brick: BrickSchema }[] };

export const FIXED_FIELDS = ['kit', 'status', 'type', 'reviewed', 'from', 'to', 'id'] as const;

/** `Recording disclosed` and `recording_disclosed` are the same. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');

/** Answers come before everything else that has the same name; a brick is found by its key, its name, or a word of its name. */
export function fieldOf(name: string, words: FilterWords): Field | undefined {
  const [, inConfidence] = /^confidence\.(.+)$/i.exec(name) ?? [];
  if (inConfidence !== undefined) {
    const kits = bricksNamed(inConfidence, words);
    return kits.length === 0 ? undefined : { is: 'confidence', kits };
  }
  const [, key] = /^metadata\.(.+)$/is.exec(name) ?? [];
  if (key !== undefined) return { is: 'metadata', key };
  const fixed = FIXED_FIELDS.find((each) => each === name.toLowerCase());
  if (fixed !== undefined) return { is: fixed };
  const dimension = words.dimensions.find((each) =>
    [each.name, each.label, each.metadata_key].some((own) => folded(own) === folded(name)),
  );
  if (dimension !== undefined) return { is: 'dimension', dimension };
  const kits = bricksNamed(name, words);
  return kits.length === 0 ? undefined : { is: 'answer', kits };
}

/** In the kit that is chosen, or in every kit that has it. */
function bricksNamed(name: string, { kits, kit }: FilterWords): { kit: KnownKit; brick: BrickSchema }[] {
  return kits
    .filter(({ kit_code }) => kit === undefined || kit_code === kit)
    .flatMap((each) => {
      const brick = brickNamed(name, each.bricks ?? []);
      return brick === undefined ? [] : [{ kit: each, brick }];
    });
}

function brickNamed(name: string, bricks: readonly BrickSchema[]): BrickSchema | undefined {
  const wanted = folded(name);
  const exact =
    bricks.find(({ key }) => folded(key) === wanted) ?? bricks.find((brick) => folded(brick.name) === wanted);
  if (exact !== undefined) return exact;
  const close = bricks.filter((brick) => `${folded(brick.key)}_${folded(brick.name)}`.split('_').includes(wanted));
  return close.length === 1 ? close[0] : undefined;
}

export function kitNamed(name: string, { kits }: FilterWords): KnownKit | undefined {
  const wanted = folded(name);
  return (
    kits.find(({ kit_code, kit, name: own }) => [kit_code, kit, own].some((each) => folded(each) === wanted)) ??
    kits.find(({ name: own }) => folded(own).startsWith(wanted))
  );
}
