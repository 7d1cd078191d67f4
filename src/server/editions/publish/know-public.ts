import type { Reader } from '#kinds/define-store.ts';
import { storeOf } from '#kinds/stores.ts';
import type { Draft } from '../draft/draft-changes.ts';

/** Looks for what a draft names as public, so that it is kept without a wait. */
export async function knowPublic(reader: Reader, { changes }: Draft): Promise<void> {
  for (const change of changes) if (!change.withdraw) await storeOf(change).draft?.known?.(reader, change.document);
}
