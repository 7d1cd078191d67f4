import { nearest } from '#page/problems.ts';
import { rightName } from '#rules/staff-rights.ts';
import { rightsFor } from '#server/console-api/authorize.ts';
import type { Db } from '#server/db/tables.ts';
import { foldAccount } from '#rules/account-name.ts';
import { listPeople } from '#server/people/staff/accounts.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import type { ChannelRow } from '#server/store/list-channels.ts';
import { Unusable } from '../import-options.ts';

/**
 * MI5: the person whose drafts the articles become: somebody who works in the console and may write in all of their
 * channels.
 * @param channelIds of all articles
 * @throws Unusable
 */
export async function findWriter(
  db: Db,
  account: string,
  channels: readonly ChannelRow[],
  channelIds: ReadonlySet<string>,
): Promise<Actor & { staffId: number }> {
  const people = await listPeople(db);
  const person = people.find((one) => one.account === foldAccount(account));
  if (!person) {
    const meant = nearest(
      account,
      people.map((one) => one.account),
    );
    throw new Unusable(
      `Nobody has the account "${account}".${meant === undefined ? ' It should be that of an editor of the console.' : ` Did you mean ${meant}?`}`,
    );
  }
  if (person.state !== 'active') throw new Unusable(`The account ${person.account} is suspended.`);
  const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
  const context = { user: person, site: { channel: (channelId: string) => byId.get(channelId) } };
  const refused = [...channelIds].filter((channelId) => !rightsFor(context, [channelId]).includes('content.write'));
  if (refused.length > 0)
    throw new Unusable(
      `${person.account} has not the right “${rightName('content.write')}” in ${refused
        .map((channelId) => `${channelId} (${byId.get(channelId)?.name ?? ''})`)
        .join(', ')}. Choose another account, or have it given the role 编辑 there.`,
    );
  return { staffId: person.staffId, account: person.account, address: 'command line' };
}
