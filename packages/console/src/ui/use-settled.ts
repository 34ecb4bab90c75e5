import { useEffect, useState } from 'react';

const SETTLED_MS = 400;

/** The value once it has stopped changing: what a request is made of while somebody types. Values are compared by what they hold. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled(text === undefined ? (undefined as Value) : JSON.parse(text)),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
