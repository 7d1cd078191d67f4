import type { RegisterDefinition } from '#page/register-schema.ts';
import { Refused } from '../errors.ts';
import { standingOf } from '../site/ended-registers.ts';
import type { CallContext } from './define-call.ts';

/** RG27. @throws Refused unknownRegister before a page shows it, withdrawn when the last one has ended */
export async function assertShown(
  definition: RegisterDefinition,
  { db, site, moment }: Pick<CallContext, 'db' | 'site' | 'moment'>,
): Promise<void> {
  const standing = await standingOf(db, site, definition, moment);
  if (standing === 'shown') return;
  if (standing === 'unshown') throw new Refused('unknownRegister');
  const { reason, successor } = standing;
  throw new Refused('withdrawn', reason || undefined, { title: definition.title, successor });
}
