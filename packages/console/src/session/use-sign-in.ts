import { type FormEvent, useState } from 'react';
import { describeError } from '../api/describe-error.ts';

/** A form that signs in: busy while it tries, and says why it did not work. */
export function useSignIn(signIn: () => Promise<void>) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFault(undefined);
    try {
      await signIn();
    } catch (error) {
      setFault(describeError(error));
      setIsBusy(false);
    }
  };
  return { fault, isBusy, submit };
}
