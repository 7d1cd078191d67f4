import { objectOf } from '#page/object-of.ts';
import type { AnyKind } from './index.ts';

/** names and addresses, moments, what is said of a withdrawal */
const text = { type: 'string', maxLength: 500 };
const plan = objectOf({ at: { type: 'string', maxLength: 60 } }, { after: { type: 'integer' } });

/** Schema of a change that takes something from the public, without the field `kind`. */
const withdrawal = objectOf({
  id: text,
  withdraw: objectOf({ reason: { type: 'string', maxLength: 2_000 } }, { successor: text }),
});

/** One of each, because the checker keeps what it made of each that it was given. */
const structures = new WeakMap<AnyKind, WeakMap<object, object>>();

/**
 * The outer form of a change as it comes from JSON, without the field `kind`: what its fields may hold is checked by
 * `publish` itself.
 * @param document of what it writes, where that is otherwise than drafts hold it
 */
export function changeStructure(kind: AnyKind, change: object, document: object = kind.schema): object {
  if ('withdraw' in change && kind.words.withdrawal) return withdrawal;
  const own = structures.get(kind) ?? new WeakMap<object, object>();
  structures.set(kind, own);
  const { identity, planned } = kind;
  const structure =
    own.get(document) ?? objectOf({ ...(!identity && { id: text }), document }, { ...(planned && { plan }) });
  own.set(document, structure);
  return structure;
}
