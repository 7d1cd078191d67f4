import { settings } from '#page/settings/known-settings.ts';
import { visibleSetting } from '#page/settings/visible.ts';
import type { SettingLine } from '#wire/console-answers.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { isHiddenAtFirst } from '../../people/staff/opening.ts';
import { GREY_MODE, settingOf } from './setting-faults.ts';

/** Every setting that the product reads, then the web parameters that are public, with what is going on with each. */
export async function listSettings(db: Db): Promise<SettingLine[]> {
  const [shown, open, isHidden] = await Promise.all([
    db
      .selectFrom('setting')
      .select(['name', 'public_from', 'opened_in'])
      .where('public_to', 'is', null)
      .orderBy('name')
      .execute(),
    sql<{
      subject: string;
      count: number;
    }>`select subject, count(*)::int as count from edition, jsonb_object_keys(base) as subject
      where state not in ('published', 'discarded') and subject like 'setting:%' group by subject`.execute(db),
    isHiddenAtFirst(db),
  ]);
  const since = new Map(shown.map((row) => [row.name, row]));
  const waiting = new Map(open.rows.map(({ subject, count }) => [subject.slice('setting:'.length), count]));
  // a site that was never hidden has nothing to be shown
  const known = settings.map(({ name }) => name).filter((name) => isHidden || name !== visibleSetting.name);
  const names = new Set([...known, GREY_MODE, ...since.keys(), ...waiting.keys()]);
  return [...names].flatMap((name) => {
    const row = since.get(name);
    const definition = settingOf(name);
    // one that this program does not know any more
    return definition
      ? [
          {
            name,
            group: definition.group,
            title: definition.title,
            since: row?.public_from.toISOString() ?? '',
            publication: row?.opened_in ?? null,
            editions: waiting.get(name) ?? 0,
          },
        ]
      : [];
  });
}
