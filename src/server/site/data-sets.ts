import type { RegisterDefinition } from '#page/register-schema.ts';
import { exportedFields, registerView } from '#page/register-view.ts';
import { paths } from '#wire/paths.ts';
import type { Db } from '../db/tables.ts';
import { listRegisterStates, type RegisterState } from '../store/rows/list-register-rows.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import { shownRegisters } from './register-places.ts';
import type { Site } from './site.ts';

interface DataSet {
  definition: RegisterDefinition;
  state: RegisterState;
}

/**
 * RG34: the registers that everybody may have whole as files, by title: shown by a page, published, with a column that
 * may leave, and not answered by another system. Of one that is shown on demand there is no file of the whole (RG8).
 */
export async function listDataSets(
  db: Db,
  site: Site,
  moment: Moment,
  isUpstream: (path: string) => boolean,
): Promise<DataSet[]> {
  const states = await listRegisterStates(db, moment);
  const shown = shownRegisters(site);
  return [...site.registers.values()]
    .flatMap((definition): DataSet[] => {
      const state = states.get(definition.register);
      return state && shown.has(definition.register) && isDataSet(definition, isUpstream)
        ? [{ definition, state }]
        : [];
    })
    .toSorted((a, b) => a.definition.title.localeCompare(b.definition.title, 'zh-CN'));
}

/** Whether there is a file of the whole register, once it is published and shown. */
export const isDataSet = (definition: RegisterDefinition, isUpstream: (path: string) => boolean): boolean =>
  !definition.onDemand && exportedFields(definition).length > 0 && !isElsewhere(definition, isUpstream);

/** WR7: whether another system answers for the register. */
export function isElsewhere(definition: RegisterDefinition, isUpstream: (path: string) => boolean): boolean {
  const { endpoint } = registerView(definition);
  return isUpstream(endpoint) && !endpoint.startsWith(`${paths.register}/`);
}
