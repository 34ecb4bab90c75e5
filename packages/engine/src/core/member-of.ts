/** An own member of any `value`: `memberOf({ a: 1 }, 'a')` is 1; undefined if there is no such member. */
export function memberOf(value: unknown, segment: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
  return Reflect.get(value, segment);
}
