/** Variants with how their reading turned out: all of them for the table of the reference, or those that a test chooses. */
import { exportVariants, judgeExport } from './export-variants.ts';
import { tableVariants } from './table-variants.ts';
import { talkVariants } from './talk-variants.ts';
import { textVariants } from './text-variants.ts';
import { judge, VERDICTS, type Verdict } from './variant.ts';

export interface JudgedVariant {
  family: string;
  name: string;
  /** A text whose labels it is about. */
  isText: boolean;
  verdict: Verdict;
  why: string;
}

export function judgedVariants(choose = <Item>(all: readonly Item[]) => all): JudgedVariant[] {
  const judged = (isText: boolean) => (variant: ReturnType<typeof textVariants>[number]) => {
    const { family, name } = variant;
    return { family, name, isText, ...judge(variant) };
  };
  return [
    ...choose([...textVariants(), ...talkVariants()]).map(judged(true)),
    ...choose(tableVariants()).map(judged(false)),
    ...choose(exportVariants()).map((variant) => ({
      family: 'exports of vendors, with fields left out, null or renamed',
      name: variant.name,
      isText: false,
      ...judgeExport(variant),
    })),
  ];
}

export type VariantCount = { family: string; all: number } & Record<Verdict, number>;

export function countVariants(judged: readonly JudgedVariant[]): VariantCount[] {
  return [...Map.groupBy(judged, ({ family }) => family)].map(([family, ones]) => {
    const counts = VERDICTS.map((verdict) => [verdict, ones.filter((one) => one.verdict === verdict).length]);
    return { family, all: ones.length, ...(Object.fromEntries(counts) as Record<Verdict, number>) };
  });
}
