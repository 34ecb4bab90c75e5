import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { arbitraryKit } from '../../../../test/support/arbitrary-kit.ts';
import { draws } from '../../../../test/support/draws.ts';
import { checkKit } from './check-kit.ts';
import { exampleOutput } from './example-output.ts';
import { outputJsonSchema } from './output-json-schema.ts';

const ajv = new Ajv2020();
const identity = { kitCode: 'ABCDEFGH', kitVersionId: '01890000-0000-7000-8000-000000000000' };

describe('exampleOutput', () => {
  it('is valid for the kit’s own schema, for any kit', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(arbitraryKit, (document) => {
        const checked = checkKit(document);
        if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
        const validate = ajv.compile(outputJsonSchema(checked.kit, identity));
        if (!validate(exampleOutput(checked.kit, identity))) throw new Error(JSON.stringify(validate.errors));
      }),
      { numRuns: draws(100) },
    );
  });
});
