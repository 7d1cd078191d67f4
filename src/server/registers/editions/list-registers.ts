import { isAbsent } from '#page/public-content.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { RegisterLine } from '#wire/register-answers.ts';
import { openEditions } from '../../store/articles/find-articles-to-edit.ts';
import { listRegisterStates } from '../../store/rows/list-register-rows.ts';
import type { Db } from '../../db/tables.ts';
import type { Site } from '../../site/site.ts';

/** Channels that show each register; read once a publication. */
export const channelsByRegister = (site: Site): Promise<ReadonlyMap<string, readonly string[]>> =>
  site.remember('channels by register', async () => {
    const shown = new Map<string, string[]>();
    for (const channelId of site.map.byId.keys()) {
      for (const register of site.registersOf(channelId))
        shown.set(register, [...(shown.get(register) ?? []), channelId]);
    }
    return shown;
  });

/** Whole days between a date and today, both of Shanghai. */
const ageOf = (date: string): number =>
  Math.round((Date.parse(shanghaiDate(Date.now())) - Date.parse(date)) / 86_400_000);

/** @param reach channels that the person may read drafts of; null: all */
export async function listRegisters(
  db: Db,
  site: Site,
  definitions: readonly RegisterDefinition[],
  reach: readonly string[] | null,
): Promise<RegisterLine[]> {
  const [states, channels, open] = await Promise.all([
    listRegisterStates(db, 'now'),
    channelsByRegister(site),
    openEditions(
      db,
      definitions.map(({ register }) => `rows:${register}`),
      reach,
    ),
  ]);
  return definitions.map(({ register, title, department = site.surround.firm.department }) => {
    const state = states.get(register);
    return {
      register,
      title,
      dataDate: state?.dataDate ?? '',
      age: state ? ageOf(state.dataDate) : null,
      rows: state?.rowCount ?? 0,
      isAbsent: isAbsent(register, site.map),
      department: state?.department ?? department,
      channelIds: [...(channels.get(register) ?? [])],
      edition: open.get(`rows:${register}`) ?? null,
    };
  });
}
