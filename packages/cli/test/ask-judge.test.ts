/** `brickwork ask judge` on a service whose engine answers by one word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kitDocument, publishedKit } from '../../../test/support/kits.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { untilStatus } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
let question: string;
beforeAll(async () => {
  service = await startTestService(
    {},
    {
      answerCall: async (work, asked) => {
        const isYes = work.input.includes('rival');
        const answer = { state: 'sure', value: String(isYes), confidence: 0.9, quote: 'a rival is cheaper' } as const;
        return { answers: asked.map(() => answer), microCredits: 0 };
      },
    },
  );
});
afterAll(() => service.stop());

async function askOfSixCalls(): Promise<string> {
  const { kit_code } = await publishedKit(service, kitDocument('support'));
  for (let at = 0; at < 6; at += 1) {
    const transcript = `Customer: ${at % 2 === 0 ? 'a rival is cheaper' : 'all is well'}, call ${at}.`;
    const { body } = await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code, input: { transcript } },
    });
    await untilStatus(service, service.adminKey, body.run_id, 'succeeded');
  }
  const { stdout } = await ask(['Did anybody mention a competitor?', '--engine', 'local', '--json']);
  return JSON.parse(stdout).question_id;
}

const ask = (args: readonly string[], input = '') =>
  runCommand(['ask', ...args], { BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey }, input);

describe('brickwork ask', () => {
  it('names its own option where a question is refused for want of a type', async () => {
    const { stderr, code } = await ask(['What is our average handling time?', '--estimate']);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toMatch(/To ask it anyway, name the type with --type\.$/m);
  });
});

describe('brickwork ask judge', () => {
  it('shows a passage for each call, takes y, n and s, and says how narrow the interval became', async () => {
    question = await askOfSixCalls();
    const { stdout, stderr, code } = await ask(['judge', question, '--calls', '4'], 'y\nno\ns\n\ny\n');
    expect(code).toBe(EXIT.ok);
    expect(stderr).toContain('Did anybody mention a competitor?');
    expect(stderr).toContain('“a rival is cheaper”');
    expect(stderr).toMatch(/1 of 4 .*run_/);
    expect(stderr).toMatch(/no: yes in \d+ % \(\d+ – \d+ %\)/);
    expect(stdout).toMatch(
      /^4 judged: yes in \d+ % \(.*\)\. Judge 2 calls \(about 1 min\), and the interval narrows to about ±\d+ points\.$/m,
    );
  });

  it('stops at q and at the end of what is piped in; --json prints the estimate', async () => {
    const stopped = await ask(['judge', question, '--json'], 'q\n');
    expect(JSON.parse(stopped.stdout)).toMatchObject({ judging: { judged: 3, yes: 2 } });
    const ended = await ask(['judge', question], 'n\n');
    expect(ended.stdout).toMatch(/^1 judged/m);
  });

  it('is named where a question is shown', async () => {
    const { stdout } = await runCommand(['questions', 'show', question], {
      BRICKWORK_URL: service.url,
      BRICKWORK_API_KEY: service.adminKey,
    });
    expect(stdout).toContain('4 calls judged, 2 yes.');
    expect(stdout).toContain(`brickwork ask judge ${question}`);
  });
});
