/** A value with the keys of its objects in the order of another one; additional keys follow. */
export function inOrderOf<Value>(value: Value, model: unknown): Value {
  return ordered(value, model) as Value;
}

function ordered(value: unknown, model: unknown): unknown {
  if (Array.isArray(value)) return Array.isArray(model) ? value.map((item, at) => ordered(item, model[at])) : value;
  if (!isRecord(value) || !isRecord(model)) return value;
  const names = Object.keys(model).filter((name) => Object.hasOwn(value, name));
  const rest = Object.keys(value).filter((name) => !Object.hasOwn(model, name));
  return Object.fromEntries([...names, ...rest].map((name) => [name, ordered(value[name], model[name])]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
