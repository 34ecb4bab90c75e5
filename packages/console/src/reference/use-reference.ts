/** The document, read once for all pages. */

import { createContext, useContext, useEffect, useState } from 'react';
import { type OpenApiDocument, type Reference, readDocument } from './document.ts';
import { OPENAPI_ADDRESS } from './openapi-address.ts';

async function load(): Promise<Reference> {
  const answer = await fetch(OPENAPI_ADDRESS);
  if (!answer.ok) throw new Error(`The reference could not be loaded: the service answered ${answer.status}.`);
  return readDocument((await answer.json()) as OpenApiDocument);
}

export type Loaded = { reference: Reference; error?: undefined } | { reference?: undefined; error: unknown };

export function useLoadedReference(): [Loaded | undefined, () => void] {
  const [loaded, setLoaded] = useState<Loaded>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again.
  useEffect(() => {
    setLoaded(undefined);
    load().then(
      (reference) => setLoaded({ reference }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [attempt]);
  return [loaded, () => setAttempt(attempt + 1)];
}

export const ReferenceContext = createContext<Reference | undefined>(undefined);

export function useReference(): Reference {
  const reference = useContext(ReferenceContext);
  if (reference === undefined) throw new Error('useReference must be used inside of the reference');
  return reference;
}
