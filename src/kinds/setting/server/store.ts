import { bannersSetting } from '#page/settings/banners.ts';
import { brandSetting } from '#page/settings/brand.ts';
import { settings } from '#page/settings/known-settings.ts';
import { oldAddressesSetting } from '#page/settings/old-addresses.ts';
import { visibleSetting } from '#page/settings/visible.ts';
import { sendersSetting } from '#page/settings/senders.ts';
import { trackingSetting } from '#page/settings/tracking.ts';
import { withAddedLines } from '#rules/editions/added-lines.ts';
import type { Db } from '#server/db/tables.ts';
import { openAfter, type After } from '#server/store/rows/register-publication.ts';
import { documentStore, type Named } from '../../document-store.ts';
import type { KindStore, Prepared } from '../../define-store.ts';
import { checkBrandFiles } from './check-brand-files.ts';
import { checkVisible } from './check-visible.ts';
import { settingProblems } from './check-setting.ts';
import { settingFieldTitle } from './field-title.ts';
import { setting } from '../index.ts';

const documents = documentStore<unknown>({
  kind: setting.name,
  table: 'setting',
  columns: setting.tables.setting!,
  column: 'value',
  title: '设置',
  // names with dots, as in the calls (webparam.sys.skin_zq)
  names: /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/,
  mostBytes: (id) => settings.find(({ name }) => name === id)?.mostBytes,
  problems: settingProblems,
});

/** Value of a setting after a publication, or now; undefined where none was public. */
const settingAfter = async (db: Db, name: string, after: After): Promise<unknown> =>
  (await db.selectFrom('setting').select('value').where('name', '=', name).where(openAfter(after)).executeTakeFirst())
    ?.value;

export const settingStore: KindStore<unknown> = {
  ...documents,
  write: async (publication, changes) => {
    for (const { value, position } of changes.written({ name: setting.name }) as readonly Prepared<Named>[])
      if (value.id === brandSetting.name) await checkBrandFiles(publication, value.document, position);
      else if (value.id === visibleSetting.name) await checkVisible(publication, position);
    return documents.write(publication, changes);
  },
  compare: {
    since: async (db, id, revision) => ({
      was: revision === '' ? undefined : await settingAfter(db, id, Number(revision)),
      now: await settingAfter(db, id, undefined),
    }),
    rebased: (id, { was, mine, now }) => {
      const rebased = withAddedLines(was, mine, now);
      return rebased === undefined || settingProblems(id, rebased).length > 0 ? undefined : rebased;
    },
    fieldTitle: settingFieldTitle,
  },
  travels: {
    rank: 5,
    // settings of one environment: accepted senders, whether data are invented, where views are counted, and targets of
    // old addresses, which name articles by the numbers here
    stays: [sendersSetting.name, visibleSetting.name, 'demo', trackingSetting.name, oldAddressesSetting.name],
    list: async (db) => {
      const rows = await db.selectFrom('setting').select('name').where(openAfter(undefined)).orderBy('name').execute();
      return rows.map(({ name }) => name);
    },
  },
  concerned: () => [''],
  history: {
    past: {
      shownOn: ({ page: { blocks } }) => [
        'site',
        brandSetting.name,
        ...(blocks.some(({ source }) => source?.name === bannersSetting.name) ? [bannersSetting.name] : []),
      ],
      table: 'setting',
      identity: 'name',
      title: 'name',
      titleOf: (name) => settings.find((one) => one.name === name)?.title ?? name,
    },
  },
  preview: {
    rank: 1,
  },
};
