import { setting } from '#kinds/setting/index.ts';
import { MOST_OLD_ADDRESSES, oldAddressesSetting, type OldAddresses } from '#page/settings/old-addresses.ts';
import { oldAddressFaults, oldAddressKey, readOldAddress } from '#rules/addresses/old-addresses.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { Db } from '../../db/tables.ts';
import { findSetting } from '../../store/documents/find-setting.ts';
import { addEdition } from './create-edition.ts';
import type { EditionRow } from '../edition-row.ts';
import { newPlaces, type FoundImport } from './import-steps.ts';

/**
 * MI9: proposes the old addresses of a published import as a draft of the setting, in the name of the import's writer.
 * A person who may change settings submits it, and it is approved as any other. Addresses that the setting has
 * already stay as they are.
 * @param trx of the last step @param numbers of the articles; of fewer where the rest is not published
 * @returns what became of them, for the history of the import; '' where there are none
 */
export async function proposeOldAddresses(
  trx: Db,
  { edition_id }: EditionRow,
  { name, document, hash }: FoundImport,
  numbers: readonly number[],
): Promise<string> {
  const present = ((await findSetting(trx, 'now', oldAddressesSetting.name)) ?? {}) as Partial<OldAddresses>;
  const { hosts = [], lines = [] } = present;
  const known = new Set(lines.map((line) => oldAddressKey(readOldAddress(line)?.from ?? '')));
  const fresh = (await newPlaces(trx, hash, (at) => numbers[at])).filter(({ from }) => !known.has(oldAddressKey(from)));
  if (fresh.length === 0) return '';
  const all = [...lines, ...fresh.map(({ from, to }) => `${from} ${to}`)];
  const faulty = new Set(oldAddressFaults(all, hosts, SITE_BASE).map(({ at }) => at));
  const existing = all
    .filter((_, at) => at < lines.length || !faulty.has(at))
    .slice(0, Math.max(MOST_OLD_ADDRESSES, lines.length));
  const count = existing.length - lines.length;
  const left = fresh.length - count;
  const without = left > 0 ? `，另有 ${left} 条不能列入（不是旧地址的写法，或超过 ${MOST_OLD_ADDRESSES} 条）` : '';
  if (count === 0) return `；旧地址 ${left} 条不能列入设置`;
  const writer = await trx
    .selectFrom('edition_version')
    .innerJoin('staff', 'staff.staff_id', 'edition_version.staff_id')
    .select(['staff.staff_id', 'account'])
    .where('edition_id', '=', edition_id)
    .orderBy('version')
    .executeTakeFirstOrThrow();
  const { editionId } = await addEdition(
    trx,
    { staffId: writer.staff_id, account: writer.account, address: '' },
    {
      draft: {
        title: `旧地址：${document.title || name}（${count} 条）`.slice(0, 200),
        changes: [{ kind: setting.name, id: oldAddressesSetting.name, document: { hosts, lines: existing } }],
      },
      channelIds: [''],
      base: {},
      note: `由第 ${edition_id} 号稿件迁入的文章自动列出`,
    },
  );
  return `；旧地址 ${count} 条已列入第 ${editionId} 号稿件，提交、审核和发布后生效${without}`;
}
