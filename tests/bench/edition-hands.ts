import { loadEnv } from '#server/env.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { addPerson, listPeople } from '#server/people/staff/accounts.ts';
import { markOpened } from '#server/people/staff/opening.ts';
import { openBesideServer } from '#cli/stored-site.ts';
import { PAGES_DIR } from '#cli/with-site.ts';

/**
 * Three people of a store that has no server. `people` adds them and ends setting up. `publish EDITION` has the first
 * version of an edition submitted by the writer, approved and published by the others.
 */
const ROLES = { writer: 'editor', reviewer: 'reviewer', publisher: 'publisher' } as const;

const [act, editionId] = process.argv.slice(2);
const database = await openBesideServer(loadEnv(process.env));
const { db } = database;
if (act === 'people') {
  await markOpened(db);
  for (const [account, role] of Object.entries(ROLES))
    await addPerson(db, { account, name: account, grants: [{ role, channelId: '' }] }, { mustChange: false });
} else {
  const people = await listPeople(db);
  const hand = (account: keyof typeof ROLES) => ({
    staffId: people.find((one) => one.account === account)!.staffId,
    account,
    address: '',
  });
  const edition = { editionId: Number(editionId), version: 1 };
  const publishContext = { ...database, pagesDir: PAGES_DIR };
  await submitEdition(publishContext, hand('writer'), edition);
  await approveEdition(db, hand('reviewer'), edition);
  await publishEdition(publishContext, hand('publisher'), edition);
}
await database.close();
