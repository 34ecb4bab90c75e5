import type { OutputField } from '@brickwork/contract/kit';
import { canBeNull, possibleApplicability } from '../bricks/applicability.ts';
import { brickType } from '../bricks/brick-types.ts';
import type { Brick, Kit } from './normalise-kit.ts';

/** TypeScript types of what a run of the kit returns, ready to paste into a consumer's code. */
export function kitTypes(kit: Kit): string {
  const name = `${pascalCase(kit.kit)}Output`;
  const spans = kit.bricks.some((brick) => brick.output.includes('evidence'));
  const lines = [
    ...comment(`Output of the kit ${kit.kit}: ${kit.name}.`, ''),
    `export interface ${name} {`,
    '  kit_code: string;',
    '  kit_version_id: string;',
    '  bricks: {',
    ...kit.bricks.flatMap((brick) => brickLines(kit, brick, name)),
    '  };',
    '}',
    ...(spans ? ['', ...spanLines(name)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function brickLines({ bricks }: Kit, brick: Brick, name: string): string[] {
  const applicability = possibleApplicability(bricks, brick).map((kind) => `'${kind}'`);
  const fields = brick.output.map((field) => `      ${field}: ${FIELD_TYPES[field]};`);
  if (brick.output.includes('confidence')) fields.push('      basis?: string;');
  if (brick.output.includes('evidence')) fields.push(`      evidence_spans?: ${name}EvidenceSpan[];`);
  return [
    ...comment(brick.question ?? brick.description ?? brick.name, '    '),
    `    ${brick.key}${brick.on_invalid === 'omit' ? '?' : ''}: {`,
    `      value: ${brickType(brick).valueType(brick)}${canBeNull(bricks, brick) ? ' | null' : ''};`,
    ...(applicability.length > 0 ? [`      applicability?: ${applicability.join(' | ')};`] : []),
    ...fields,
    '    };',
  ];
}

const FIELD_TYPES: Readonly<Record<OutputField, string>> = {
  confidence: 'number',
  reason: 'string',
  evidence: 'string[]',
};

function spanLines(name: string): string[] {
  return [
    `export interface ${name}EvidenceSpan {`,
    '  text: string;',
    '  turn: number;',
    '  speaker?: string;',
    '  start: number;',
    '  end: number;',
    '}',
  ];
}

function comment(text: string, indent: string): string[] {
  return [`${indent}/** ${text.replace(/\s+/g, ' ').trim().replaceAll('*/', '* /')} */`];
}

function pascalCase(slug: string): string {
  return slug
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
