import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Db } from '#server/db/tables.ts';
import { hasWholeFile } from '#server/site/register-answers.ts';
import { shownRegisters } from '#server/site/register-places.ts';
import type { Site } from '#server/site/site.ts';
import type { Moment } from '#server/store/publication/new-publication.ts';
import { listRegisterStates, type RegisterState } from '#server/store/rows/list-register-rows.ts';

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
      return state && shown.has(definition.register) && hasWholeFile(definition, isUpstream)
        ? [{ definition, state }]
        : [];
    })
    .toSorted((a, b) => a.definition.title.localeCompare(b.definition.title, 'zh-CN'));
}
