import { nearest } from '#page/problems.ts';
import { foldAccount } from '#rules/people/account-name.ts';
import { rightName, type StaffRight } from '#rules/people/staff-rights.ts';
import { rightsFor } from '#server/console-api/authorize.ts';
import type { Db } from '#server/db/tables.ts';
import { listPeople } from '#server/people/staff/accounts.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import type { ChannelRow } from '#server/store/documents/list-channels.ts';
import { Unusable } from './command.ts';

export type Writer = Actor & { staffId: number };

/**
 * MI5, RG45: the person whose drafts a command makes: somebody who works in the console and may write all that the drafts
 * change.
 * @param needed ids of the channels concerned, '' for the whole site; rights, default that of writing content
 * @throws Unusable
 */
export async function findWriter(
  db: Db,
  account: string,
  channel: (channelId: string) => ChannelRow | undefined,
  { channelIds, rights = ['content.write'] }: { channelIds: Iterable<string>; rights?: readonly StaffRight[] },
): Promise<Writer> {
  const people = await listPeople(db);
  const person = people.find((one) => one.account === foldAccount(account));
  if (!person) {
    const meant = nearest(
      account,
      people.map((one) => one.account),
    );
    throw new Unusable({
      en: `Nobody has the account "${account}".${meant === undefined ? ' It should be that of an editor of the console.' : ` Did you mean ${meant}?`}`,
      zh: `没有账号“${account}”。${meant === undefined ? '请写管理后台中编辑的账号。' : `您是不是要写“${meant}”？`}`,
    });
  }
  const { account: known, staffId } = person;
  if (person.state !== 'active')
    throw new Unusable({ en: `The account ${known} is suspended.`, zh: `账号 ${known} 已停用，请换一个。` });
  const places = [...channelIds];
  const may = (right: StaffRight, channelId: string): boolean =>
    rightsFor({ user: person, site: { channel } }, [channelId]).includes(right);
  const lacking = rights.filter((right) => !places.every((channelId) => may(right, channelId)));
  if (lacking.length > 0) {
    const refused = places.filter((channelId) => !lacking.every((right) => may(right, channelId)));
    const named = lacking.map(rightName);
    const nameOf = (channelId: string) => channel(channelId)?.name ?? channelId;
    throw new Unusable({
      en: `The account ${known} lacks for ${refused.map((id) => (id === '' ? 'the whole site' : `${id} (${nameOf(id)})`)).join(', ')}: ${named.join(', ')}. Name another account, or have it given a role with these rights.`,
      zh: `账号 ${known} 没有权限：${named.join('、')}（${refused.map((id) => (id === '' ? '全站' : nameOf(id))).join('、')}）。请换一个账号，或请系统管理人员授权。`,
    });
  }
  return { staffId, account: known, address: 'command line' };
}
