import type { Db } from '#server/db/tables.ts';
import type { Site } from '#server/site/site.ts';
import { listRegisterStates } from '#server/store/rows/list-register-rows.ts';

/**
 * VA8: the department of the registers that the parent channel and the channels below it show, where all have the same.
 * It is '' where they have none or several: the owner of content is a public statement, and not guessed.
 */
export async function departmentBeside(db: Db, site: Site, parentId: string): Promise<string> {
  const beside = site.channels.filter((one) => one.channelId === parentId || one.parentId === parentId);
  const names = new Set(beside.flatMap(({ channelId }) => site.registersOf(channelId)));
  if (names.size === 0) return '';
  const states = await listRegisterStates(db, 'now');
  const departments = new Set(
    [...names].flatMap((name) => states.get(name)?.department ?? site.registers.get(name)?.department ?? []),
  );
  departments.delete('');
  return departments.size === 1 ? [...departments][0]! : '';
}
