/** An own member of whatever `value` is: `memberOf({ a: 1 }, 'a')` is 1; undefined where there is no such member. */
export function memberOf(value: unknown, segment: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
  return Reflect.get(value, segment);
}
