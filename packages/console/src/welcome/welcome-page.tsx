import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parse } from 'yaml';
import { describeError } from '../api/describe-error.ts';
import { conversationFieldOf, useKits } from '../api/kits.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { EXAMPLE_CONVERSATIONS, EXAMPLE_KITS, fetchExample, slugOf } from '../examples/examples.ts';
import { readInput } from '../playground/read-input.ts';
import { startSandboxRun } from '../playground/start-sandbox-run.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';

/** From nothing to a first evaluated conversation: two choices, one button. */
export function WelcomePage() {
  const [kit, setKit] = useState('support-qa');
  const conversations = EXAMPLE_CONVERSATIONS.filter((example) => example.kit === kit);
  const [conversation, setConversation] = useState<string>();
  const chosen = conversations.find(({ url }) => url === conversation) ?? conversations[0];
  const mayPush = useMay('kits:write');
  const kits = useKits().data;
  const first = useFirstRun();
  const isThere = (name: string) => kits?.some((each) => each.kit === slugOf(name) && each.kit_version_id) === true;
  const usable = EXAMPLE_KITS.filter((example) => mayPush || isThere(example.kit));
  const code = kits?.find((each) => each.kit === slugOf(kit))?.kit_code ?? 'YOUR_KIT';

  return (
    <>
      <PageHeader title="Get started">
        Evaluate your first conversation in under a minute, with a bundled example.
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Panel title="1 · See it work">
          <div className="space-y-4 p-4 sm:p-5">
            <p className="text-soft">
              A <strong className="font-semibold text-ink">kit</strong> is a set of questions, its{' '}
              <strong className="font-semibold text-ink">bricks</strong>. A run reads one conversation and answers each
              question with a confidence, a reason and verbatim evidence.
            </p>
            <Field label="Kit">
              {(id) => (
                <select
                  id={id}
                  value={kit}
                  onChange={(event) => {
                    setKit(event.target.value);
                    setConversation(undefined);
                  }}
                  className={`${INPUT} w-full`}
                >
                  {usable.map((example) => (
                    <option key={example.kit} value={example.kit}>
                      {example.name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Conversation">
              {(id) => (
                <select
                  id={id}
                  value={chosen?.url ?? ''}
                  onChange={(event) => setConversation(event.target.value)}
                  className={`${INPUT} w-full`}
                >
                  {conversations.map((example) => (
                    <option key={example.url} value={example.url}>
                      {example.name.split(': ').at(-1)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {first.error !== undefined && <Notice tone="bad">{describeError(first.error)}</Notice>}
            <Button
              kind="primary"
              className="w-full"
              isBusy={first.isPending}
              disabled={chosen === undefined || kits === undefined}
              onClick={() => chosen && first.start({ kit, isThere: isThere(kit), conversationUrl: chosen.url })}
            >
              {first.isPending ? 'Evaluating…' : 'Evaluate this conversation'}
            </Button>
          </div>
        </Panel>
        <Panel title="2 · From your own code">
          <div className="space-y-3 p-4 sm:p-5">
            <p className="text-soft">Set the variable to your key and put your conversation into the transcript:</p>
            <CodeBlock label="A run with curl">{curlFor(code)}</CodeBlock>
            <CopyButton text={curlFor(code)} label="Copy as curl" />
            <p className="text-sm text-muted">
              Every endpoint is documented at{' '}
              <a href="/docs" className="text-accent underline underline-offset-2">
                /docs
              </a>
              ; the{' '}
              <a href="/guides" className="text-accent underline underline-offset-2">
                guides
              </a>{' '}
              answer common first questions.
            </p>
          </div>
        </Panel>
      </div>
    </>
  );
}

function curlFor(code: string): string {
  return `curl -s '${location.origin}/v1/runs' \\
  -H "Authorization: Bearer $BRICKWORK_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"kit_code":"${code}","mode":"sync","input":{"transcript":"Agent: Hello.\\nCustomer: I lost my card."}}'`;
}

interface FirstRun {
  kit: string;
  isThere: boolean;
  conversationUrl: string;
}

interface Example extends Pick<FirstRun, 'kit' | 'isThere'> {
  document: object;
  text: string;
  externalId: string;
}

/** Publishes the example kit where it is missing, and runs it on the example conversation. */
function useFirstRun() {
  const navigate = useNavigate();
  const kits = useKits().data;
  const runExample = useChange(async (api, { isThere, kit, document, text, externalId }: Example) => {
    const published = isThere ? kits?.find((each) => each.kit === slugOf(kit))?.kit_version_id : undefined;
    const version = published ?? (await api.kits.push(document, { publish: true })).kit_version_id;
    const field = conversationFieldOf(await api.kits.schema(version));
    return startSandboxRun(api, { kit_version_id: version, external_id: externalId, input: readInput(text, field) });
  });
  const [error, setError] = useState<unknown>();
  const start = async ({ kit, isThere, conversationUrl }: FirstRun) => {
    const example = EXAMPLE_CONVERSATIONS.find(({ url }) => url === conversationUrl);
    const file = EXAMPLE_KITS.find((each) => each.kit === kit);
    if (example === undefined || file === undefined) throw new Error('This example does not exist.');
    const runId = await runExample.mutateAsync({
      isThere,
      kit,
      document: parse(await fetchExample(file)),
      text: await fetchExample(example),
      externalId: `example-${example.name.split(': ').at(-1)?.replace(/ \(.*/, '').replaceAll(' ', '-')}`,
    });
    navigate({ to: '/runs/$runId', params: { runId } });
  };
  return {
    error,
    isPending: runExample.isPending,
    start(first: FirstRun) {
      setError(undefined);
      start(first).catch(setError);
    },
  };
}
