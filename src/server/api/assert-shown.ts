import type { RegisterDefinition } from '#page/register-schema.ts';
import { Refused } from '../errors.ts';
import { registerVisibility } from '../site/ended-registers.ts';
import type { CallContext } from './define-call.ts';

/** RG27. @throws Refused unknownRegister before a page shows it, withdrawn when the last one has ended */
export async function assertShown(
  definition: RegisterDefinition,
  { db, site, moment }: Pick<CallContext, 'db' | 'site' | 'moment'>,
): Promise<void> {
  const state = await registerVisibility(db, site, definition, moment);
  if (state === 'shown') return;
  if (state === 'unshown') throw new Refused('unknownRegister');
  const { reason, successor } = state;
  throw new Refused('withdrawn', reason || undefined, { title: definition.title, successor });
}
