import { checkKit } from '@brickwork/engine/kits/check-kit';
import { describe, expect, it } from 'vitest';
import { evaluateOn, openEngine } from '../../../../test/support/model-engine.ts';
import { answer, DOCUMENT, fakeModel, TRANSCRIPT } from './cases.ts';

const GERMAN = 'Die Kundin sagt, dass sie ihre Karte verloren hat.';

async function run(language?: string) {
  const model = await fakeModel(undefined, (key) => ({ ...answer(key), reason: GERMAN }));
  const document = { ...DOCUMENT, ...(language !== undefined && { language }) };
  const { result } = await evaluateOn(openEngine({ urls: [model.url] }), { document, transcript: TRANSCRIPT });
  if (!result.ok) throw result.error;
  return { ...result.evaluation, system: model.requests[0]?.system ?? '', calls: model.requests.length };
}

describe('the language of a kit', () => {
  it('is what the model is asked to write in; its reasons come through as they are', async () => {
    const { system, outcomes, calls } = await run('de');
    expect(system).toContain('in German (de). Quotes, category values');
    expect(outcomes.map(({ reason, value }) => [reason, value])).toEqual([
      [GERMAN, true],
      [GERMAN, 'bad'],
      [GERMAN, 7],
      [GERMAN, 'platinum card'],
    ]);
    expect(calls).toBe(1);
  });

  it('may be that of each conversation, and a region counts', async () => {
    expect((await run('conversation')).system).toContain('in the language of the conversation. Quotes');
    expect((await run('pt-BR')).system).toContain('in Brazilian Portuguese (pt-BR).');
  });

  it('left out, changes nothing in the prompt', async () => {
    expect((await run()).system).not.toContain('phrase yourself');
  });

  it.each(['German', 'DE', '', 'de_DE', 'x-'])('is not %s', (language) => {
    expect(checkKit({ ...DOCUMENT, language })).toMatchObject({ faults: [{ path: 'language' }] });
  });
});
