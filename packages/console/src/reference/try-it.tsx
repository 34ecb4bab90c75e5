/** Sends the request that is filled in: with the session of the console where there is one, else with a key that is kept nowhere. */
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Operation, Parameter } from './document.ts';
import { addressOf, type Filled, parsedBody } from './filled-request.ts';
import { Panel, Sample } from './panel.tsx';

interface TryItProps {
  operation: Operation;
  filled: Filled;
  onChange(filled: Filled): void;
}

interface Session {
  csrfToken: string;
  /** `live · admin`. */
  as: string;
  workspace: string;
}

/** Undefined until it is known, null where nobody is signed in. */
function useConsoleSession(): Session | null | undefined {
  const [session, setSession] = useState<Session | null>();
  useEffect(() => {
    findSession().then(setSession, () => setSession(null));
  }, []);
  return session;
}

async function findSession(): Promise<Session | null> {
  const { csrf_token } = (await (await fetch('/console/session', { cache: 'no-store' })).json()) as {
    csrf_token?: string;
  };
  if (csrf_token === undefined) return null;
  const answer = await fetch('/v1/me', { headers: { 'x-csrf-token': csrf_token }, cache: 'no-store' });
  if (!answer.ok) return null;
  const me = (await answer.json()) as { workspace: { name: string }; environment: string; role: string };
  return { csrfToken: csrf_token, as: `${me.environment}, ${me.role}`, workspace: me.workspace.name };
}

export function TryIt(props: TryItProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Button kind="primary" className="w-full" onClick={() => setIsOpen(true)}>
        Try it
      </Button>
    );
  return (
    <Panel title="Try it">
      <Form {...props} />
    </Panel>
  );
}

interface Received {
  status: number;
  ms: number;
  text: string;
  requestId: string | null;
}

function Form({ operation, filled, onChange }: TryItProps) {
  const session = useConsoleSession();
  const [key, setKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [received, setReceived] = useState<Received>();
  const [fault, setFault] = useState<string>();
  const isBroken = filled.body !== undefined && filled.body.trim() !== '' && parsedBody(filled) === undefined;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFault(undefined);
    try {
      setReceived(await sendRequest(operation, filled, session?.csrfToken, key));
    } catch {
      setFault('The service cannot be reached. Is it running?');
    }
    setIsBusy(false);
  };
  return (
    <form className="space-y-3 p-4" onSubmit={send}>
      <Access operation={operation} session={session} secret={key} onSecret={setKey} />
      <Inputs operation={operation} filled={filled} onChange={onChange} />
      {filled.body !== undefined && (
        <TextField
          label="Body"
          rows={8}
          isCode
          value={filled.body}
          error={isBroken ? 'The body is not JSON yet.' : undefined}
          onChange={(body) => onChange({ ...filled, body })}
        />
      )}
      <Button type="submit" kind="primary" isBusy={isBusy} disabled={isBroken}>
        Send {operation.method}
      </Button>
      <div role="status">
        {fault !== undefined && <p className="text-sm text-bad">{fault}</p>}
        {received !== undefined && (
          <>
            <p className="text-sm">
              <b className={received.status < 400 ? 'text-ok' : 'text-bad'}>{received.status}</b> after {received.ms} ms
              {received.requestId !== null && <span className="text-muted"> · {received.requestId}</span>}
            </p>
            <div className="-mx-2">
              <Sample text={received.text === '' ? '(no content)' : received.text} label="Response body" />
            </div>
          </>
        )}
      </div>
    </form>
  );
}

function Access({
  operation,
  session,
  secret,
  onSecret,
}: {
  operation: Operation;
  session: Session | null | undefined;
  secret: string;
  onSecret(key: string): void;
}) {
  if (operation.isPublic || session === undefined) return null;
  if (session !== null && operation.path.startsWith('/v1/'))
    return (
      <p className="text-[13px] text-soft">
        {operation.method === 'GET' ? 'Reads from' : 'Changes real data in'} workspace <b>{session.workspace}</b> (
        {session.as}), where you are signed in.
      </p>
    );
  return (
    <TextField
      label="API key"
      type="password"
      value={secret}
      onChange={onSecret}
      isRequired
      note="Sent to this service only, and forgotten when you leave the page. A test key is enough to try things."
    />
  );
}

/** Required ones at once, the others behind a line. */
function Inputs({ operation: { parameters }, filled, onChange }: TryItProps) {
  const input = ({ name, in: place, required, schema }: Parameter) => (
    <TextField
      key={`${place} ${name}`}
      label={place === 'header' ? `${name} (header)` : name}
      value={filled[place][name] ?? ''}
      isCode
      isRequired={required === true}
      {...(schema.default !== undefined && { placeholder: String(schema.default) })}
      onChange={(value) => onChange({ ...filled, [place]: { ...filled[place], [name]: value } })}
    />
  );
  const isFixed = ({ name }: Parameter) => !/\bBRICK\b|\bKEY\b|\*/.test(name);
  const needed = parameters.filter(({ required }) => required === true);
  const others = parameters.filter((each) => each.required !== true && isFixed(each));
  return (
    <>
      {needed.map(input)}
      {others.length > 0 && (
        <details>
          <summary className="w-fit rounded text-[13px] text-soft hover:text-ink">
            {others.length} optional {others.length === 1 ? 'parameter' : 'parameters'}
          </summary>
          <div className="mt-3 space-y-3">{others.map(input)}</div>
        </details>
      )}
    </>
  );
}

async function sendRequest(
  operation: Operation,
  filled: Filled,
  csrfToken: string | undefined,
  key: string,
): Promise<Received> {
  const headers = new Headers(Object.entries(filled.header).filter(([, value]) => value !== ''));
  if (csrfToken !== undefined && operation.path.startsWith('/v1/')) headers.set('x-csrf-token', csrfToken);
  else if (!operation.isPublic && key !== '') headers.set('authorization', `Bearer ${key.trim()}`);
  if (filled.body !== undefined) headers.set('content-type', 'application/json');
  const began = performance.now();
  const answer = await fetch(addressOf(operation, filled), {
    method: operation.method,
    headers,
    cache: 'no-store',
    ...(filled.body !== undefined && { body: filled.body }),
  });
  const text = await answer.text();
  const ms = Math.round(performance.now() - began);
  return { status: answer.status, ms, text: pretty(text), requestId: answer.headers.get('x-request-id') };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
