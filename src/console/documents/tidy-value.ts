import { isSameJson } from '#rules/json/same-json.ts';

interface Shape {
  properties?: Record<string, Shape>;
  required?: readonly string[];
  items?: Shape;
  default?: unknown;
}

/**
 * The form's value without remains of fields that may be missing: empty texts, objects of which nothing was filled in,
 * and defaults that it shows but nobody wrote. What the schema does not know stays: the check tells of it.
 * @param start the value the form was opened with: a default written there stays
 */
export function tidyValue(schema: object, value: unknown, start?: unknown): unknown {
  const { properties, required = [], items } = schema as Shape;
  if (Array.isArray(value))
    return value.map((one, at) =>
      items ? tidyValue(items, one, Array.isArray(start) ? (start[at] as unknown) : undefined) : (one as unknown),
    );
  if (typeof value !== 'object' || value === null || !properties) return value;
  const remaining = Object.entries(value as Record<string, unknown>).flatMap(([name, given]): [string, unknown][] => {
    const shape = properties[name];
    const before = fieldOf(start, name);
    const tidied = shape ? tidyValue(shape, given, before) : given;
    if (tidied === undefined || tidied === null) return [];
    const isOptional = shape !== undefined && !required.includes(name);
    const saysNothing =
      shape?.default === undefined ? isEmpty(tidied) : before === undefined && isSameJson(tidied, shape.default);
    return isOptional && saysNothing ? [] : [[name, tidied]];
  });
  return Object.fromEntries(remaining);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const isEmpty = (value: unknown): boolean =>
  value === '' ||
  (typeof value === 'object' &&
    value !== null &&
    (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0));
