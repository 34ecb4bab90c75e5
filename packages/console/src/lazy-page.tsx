/**
 * Pages are files of their own, and the service that has them may be away when somebody goes to one. Then the console stays as it is, says so in
 * place of the page, and loads it once the service answers. The router's own way is to load the console again, which ends at the browser's error page.
 */
import { ConnectionError } from '@brickwork/client';
import { type ComponentType, use } from 'react';

export interface LazyPage<Props> {
  (props: Props): React.ReactNode;
  preload(): Promise<void>;
}

/** What could not be loaded, to be tried again. */
const failed = new Set<() => void>();

/** The next look at a page that could not be loaded asks for it again. */
export function forgetFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}

let attempts = 0;

/** Browsers remember that a file could not be imported, and would not ask for it again under the same address. Some say which one it was. */
function importAgain<Module>(cause: unknown): (() => Promise<Module>) | undefined {
  const [address] = /https?:\/\/\S+\.js/.exec(cause instanceof Error ? cause.message : '') ?? [];
  attempts += 1;
  const number = attempts;
  return address === undefined ? undefined : () => import(/* @vite-ignore */ `${address}?again=${number}`);
}

type PropsOf<Component> = Component extends (props: infer Props extends object) => unknown ? Props : object;

export function lazyPage<Module, Name extends keyof Module>(
  importer: () => Promise<Module>,
  name: Name,
): LazyPage<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  let loading: Promise<ComponentType<Props>> | undefined;
  let again: (() => Promise<Module>) | undefined;
  const load = () => {
    loading ??= (again ?? importer)().then(
      (module) => module[name] as ComponentType<Props>,
      (cause: unknown) => {
        failed.add(() => {
          loading = undefined;
          again = importAgain(cause);
        });
        throw new ConnectionError('the page cannot be loaded', { isTimeout: false, idempotencyKey: undefined, cause });
      },
    );
    return loading;
  };
  const Lazy = (props: Props) => {
    const Page = use(load());
    return <Page {...props} />;
  };
  // People on the page get the error; a page that is only preloaded shows none.
  const preload = () =>
    load().then(
      () => {},
      () => {},
    );
  return Object.assign(Lazy, { preload });
}

const PATIENCE_MS = 5_000;

/** Whether the service answers at all. */
export async function isServiceThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}
