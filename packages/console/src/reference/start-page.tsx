import { Link } from '@tanstack/react-router';
import { CodeBlock } from '../ui/code-block.tsx';
import { Code, Method } from './prose.tsx';
import { Section, useTitle } from './section.tsx';
import { useReference } from './use-reference.ts';

/** What holds for every operation, and the operations that most people begin with. */
export function StartPage() {
  const { summary, version, operations } = useReference();
  useTitle('API reference');
  const first = ['createRun', 'getRun', 'listRuns', 'pushKit', 'putWebhook', 'getInsights'];
  return (
    <div className="max-w-3xl">
      <header>
        <p className="text-[13px] font-medium text-muted">Version {version}</p>
        <h1 className="mt-1 text-2xl font-semibold">API reference</h1>
        <p className="mt-3 text-soft">{summary}</p>
      </header>
      <ul className="mt-6 grid gap-3 sm:grid-cols-2">
        {operations
          .filter(({ id }) => first.includes(id))
          .map(({ id, method, path, summary: title }) => (
            <li key={id}>
              <Link
                to={`/docs/${id}` as string}
                className="block h-full rounded-xl border border-line bg-surface px-4 py-3 shadow-panel hover:bg-sunken"
              >
                <span className="block font-medium">{title}</span>
                <span className="mt-1 flex items-baseline gap-2 text-muted">
                  <Method method={method} />
                  <span className="font-mono text-xs">{path}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
      <Section title="Authentication">
        <p className="py-3 text-sm text-soft">
          Every request carries an API key, unless its page says otherwise. Keys are created in the console under{' '}
          <a href="/console/keys" className="underline underline-offset-2">
            Keys
          </a>{' '}
          or with <Code>brickwork keys create</Code>. <Code>svc_test_…</Code> keys see test data only.
        </p>
        <CodeBlock label="Authentication">{`curl ${location.origin}/v1/me \\\n  -H "Authorization: Bearer $BRICKWORK_API_KEY"`}</CodeBlock>
      </Section>
      <Section title="Errors">
        <p className="py-3 text-sm text-soft">
          An error is a flat JSON object. Switch on <Code>error</Code>, show <Code>message</Code>, log{' '}
          <Code>detail</Code> and the header <Code>X-Request-Id</Code>, which every response has.
        </p>
        <CodeBlock label="An error">{`{
  "error": "invalid_limit",
  "detail": "limit must be a whole number from 1 to 100",
  "message": "\`limit\` is not a whole number from 1 to 100. Send a limit from 1 to 100."
}`}</CodeBlock>
      </Section>
      <Section title="Pages of a list">
        <p className="py-3 text-sm text-soft">
          Lists return <Code>data</Code>, <Code>has_more</Code> and <Code>next_cursor</Code>. Send the cursor back as{' '}
          <Code>cursor</Code> for the next page. <Code>limit</Code> is 1 to 100 and 50 by default, unless a page says
          otherwise.
        </p>
      </Section>
      <Section title="Sending a request again">
        <p className="py-3 text-sm text-soft">
          <Code>429</Code>, <Code>503</Code> and a <Code>401</Code> after many failed attempts carry{' '}
          <Code>Retry-After</Code> in whole seconds. Send an <Code>Idempotency-Key</Code> with{' '}
          <Link to={'/docs/createRun' as string} className="underline underline-offset-2">
            a new run
          </Link>
          : the same key returns the same run.
        </p>
      </Section>
    </div>
  );
}
