import { isObject, type Json } from '#rules/json/json.ts';
import type { Problem } from './problems.ts';
import { SCHEMA_VERSION } from './page-schema.ts';

/** One step up. Adds, renames or moves; must bear any content, because the check comes after it. */
interface Step {
  /** the version it starts from; it ends one above */
  from: number;
  name: string;
  up: (document: Json) => Json;
}

/** Never edited once released: a stored page of any age walks through all of them in order (PS5). */
export const STEPS: readonly Step[] = [
  {
    from: 0,
    // version 0 named a block's place `region` and its widget `type`, and claimed a channel by `for.id`
    name: 'regions become places, types widgets, ids channel claims',
    up: (document) => ({
      ...document,
      for: eachOf(document.for, (claim) => renamed(claim, { id: 'channel' })),
      blocks: eachOf(document.blocks, (block) => renamed(block, { region: 'place', type: 'widget' })),
    }),
  },
];

/** @returns the document at the present version with the names of the steps taken, or what forbids it */
export function upgradePage(document: Json): { document: Json; steps: string[] } | { problem: Problem } {
  const version = document.schemaVersion;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) {
    const code = version === undefined ? 'missing-field' : 'wrong-type';
    return {
      problem: {
        pointer: version === undefined ? '' : '/schemaVersion',
        code,
        message: `schemaVersion should be a whole number; this program writes ${SCHEMA_VERSION}.`,
      },
    };
  }
  if (version > SCHEMA_VERSION) {
    const message = `The page is of schemaVersion ${version}, but this program knows versions up to ${SCHEMA_VERSION}. Update the program, or save the page with this version.`;
    return { problem: { pointer: '/schemaVersion', code: 'newer-version', message } };
  }
  const taken = STEPS.filter((step) => step.from >= version);
  const upgraded = taken.reduce((current, step) => ({ ...step.up(current), schemaVersion: step.from + 1 }), document);
  return { document: upgraded, steps: taken.map((step) => step.name) };
}

function eachOf(value: unknown, change: (item: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? change(item) : item));
  return isObject(value) ? change(value) : value;
}

/** Keeps a field that already has the new name: the old one then stays and is reported by the check. */
function renamed(item: Json, names: Record<string, string>): Json {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      Object.hasOwn(names, name) && !Object.hasOwn(item, names[name]!) ? names[name]! : name,
      value,
    ]),
  );
}
