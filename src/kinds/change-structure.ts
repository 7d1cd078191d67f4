import { objectOf } from '#page/object-of.ts';
import type { AnyKind } from './index.ts';

const text = { type: 'string' };
const plan = objectOf({ at: text }, { after: { type: 'integer' } });

/** Of a change that takes something from the public, without the field `kind`. */
const withdrawal = objectOf({ id: text, withdraw: objectOf({ reason: text }, { successor: text }) });

/**
 * The outer form of a change as it comes from JSON, without the field `kind`: what its fields may hold is checked by
 * `publish` itself.
 * @param document of what it writes, where that is otherwise than drafts hold it
 */
export const changeStructure = (
  { identity, planned, schema, words }: AnyKind,
  change: object,
  document: object = schema,
): object =>
  'withdraw' in change && words.withdrawal
    ? withdrawal
    : objectOf({ ...(!identity && { id: text }), document }, { ...(planned && { plan }) });
