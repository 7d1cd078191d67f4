import { channelsClaimed, orWholeSite } from '#kinds/concerned.ts';
import { titleOf } from '../editions/page-schemas/list-page-schemas.ts';
import { settingOf } from '../editions/settings/setting-faults.ts';
import type { KnownThing } from '../editions/work/list-work.ts';
import type { Db } from '../db/tables.ts';
import { channelsByRegister } from '../registers/editions/list-registers.ts';
import type { Site } from '../site/site.ts';

/** LW1: registers, pages and settings with their channels, which decide who sees them; read once a publication. */
export const knownThings = (db: Db, site: Site): Promise<readonly KnownThing[]> =>
  site.remember('things of the list of work', async () => {
    const shown = await channelsByRegister(site);
    const channelsOfPages = new Map<string, string[]>();
    for (const channelId of site.map.byId.keys()) {
      const resolution = site.resolve(site.channelPath(channelId));
      if (resolution === null || 'redirect' in resolution) continue;
      channelsOfPages.set(resolution.page, [...(channelsOfPages.get(resolution.page) ?? []), channelId]);
    }
    const settings = await db.selectFrom('setting').select('name').where('public_to', 'is', null).execute();
    return [
      ...[...site.registers.values()].map(({ register, title }): KnownThing => ({
        kind: 'rows',
        id: register,
        title,
        channelIds: orWholeSite([...(shown.get(register) ?? [])]),
      })),
      ...[...site.map.pages.pages.values()].map((page): KnownThing => ({
        kind: 'page',
        id: page.page,
        title: titleOf(page, site),
        channelIds: [
          ...new Set(orWholeSite([...(channelsOfPages.get(page.page) ?? []), ...channelsClaimed(site, page)])),
        ],
      })),
      ...settings.flatMap(({ name }): KnownThing[] => {
        const definition = settingOf(name);
        // one that this program does not know any more
        return definition ? [{ kind: 'setting', id: name, title: definition.title, channelIds: [''] }] : [];
      }),
    ];
  });
