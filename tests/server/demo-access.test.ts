import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDemoAccess, openDemoAccess } from '#demo/access.ts';
import { listDemoStaff, makeDemoStaff } from '#demo/staff.ts';
import { findEdition } from '#server/editions/find-edition.ts';
import { scheduleEdition } from '#server/editions/publish/schedule-edition.ts';
import { findLink, findPerson, setGrants } from '#server/people/staff/accounts.ts';
import { approvedBy, consoleOf, hand, type Hand } from '../world/editions.ts';
import { article, SECTION, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const SYSTEM_ADMIN = [{ role: 'system-admin' as const, channelId: '' }];

let site: TestSite;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-access-'));
  site = await startSite({ siteUrl: ORIGIN });
  await makeDemoStaff(site.database, folder);
});
afterAll(async () => {
  await site.end();
  await rm(folder, { recursive: true, force: true });
});

/** Holder of this account. */
async function as(account: string): Promise<Hand> {
  const { staff_id, name } = await site.database.db
    .selectFrom('staff')
    .select(['staff_id', 'name'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  return { staffId: staff_id, account, name, address: '10.0.0.1' };
}

/** Adds somebody by the console's call. */
async function add(actor: Hand, account: string): Promise<{ hand: Hand; link: string }> {
  const ask = await consoleOf(site, actor, ORIGIN);
  const { status, body, data } = await ask('POST', '/people', { account, name: '某人', grants: SYSTEM_ADMIN });
  expect(status, body).toBe(200);
  await site.database.db.updateTable('staff').set({ must_change: false }).where('account', '=', account).execute();
  // grants that a second administrator would have confirmed
  await setGrants(site.database.db, data.staffId, SYSTEM_ADMIN);
  return { hand: await as(account), link: (data.link as string).split('#')[1]! };
}

const stateOf = async ({ staffId }: Hand) => (await findPerson(site.database.db, staffId))!.state;

test('[LS10] closed doors shut out whom invented people added, too, and nobody is let in before they open', async () => {
  const { db } = site.database;
  const real = await hand(site, '李敏', SYSTEM_ADMIN);
  const invented = await as('system-admin');
  const added = await add(invented, 'helper-one');
  const further = await add(added.hand, 'helper-two');
  const own = await add(real, 'own-person');
  const hidden = await add(invented, 'helper-three');
  const askReal = await consoleOf(site, real, ORIGIN);
  await askReal('POST', `/people/${hidden.hand.staffId}/state`, { state: 'suspended' });
  const asAdded = await consoleOf(site, added.hand, ORIGIN);
  expect((await asAdded('GET', '/people')).status).toBe(200);

  await closeDemoAccess(site.database);
  expect((await asAdded('GET', '/people')).status).toBe(401);
  expect(await Promise.all([added, further, own].map((one) => stateOf(one.hand)))).toEqual([
    'suspended',
    'suspended',
    'active',
  ]);
  expect([await findLink(db, further.link), (await findLink(db, own.link))?.account]).toEqual([null, 'own-person']);
  const askAgain = await consoleOf(site, real, ORIGIN);
  for (const { staffId } of [invented, added.hand, further.hand, hidden.hand]) {
    for (const [path, body] of [
      ['state', { state: 'active' }],
      ['link', {}],
    ] as const)
      expect(await askAgain('POST', `/people/${staffId}/${path}`, body)).toMatchObject({
        status: 422,
        msg: expect.stringContaining('演示已关闭（DEMO=off）：演示账号和由演示账号添加的账号不能恢复'),
      });
    expect((await findPerson(db, staffId))!.state).toBe('suspended');
  }
  await askAgain('POST', `/people/${own.hand.staffId}/state`, { state: 'suspended' });
  expect((await askAgain('POST', `/people/${own.hand.staffId}/state`, { state: 'active' })).status).toBe(200);

  // a second start with DEMO=off says the same
  await closeDemoAccess(site.database);
  await openDemoAccess(site.database);
  expect(await Promise.all([invented, added.hand, further.hand, hidden.hand].map(stateOf))).toEqual([
    'active',
    'active',
    'active',
    'suspended',
  ]);
  // a link that ended stays ended
  expect(await findLink(db, further.link)).toBeNull();
  expect((await askAgain('POST', `/people/${hidden.hand.staffId}/state`, { state: 'active' })).status).toBe(200);
  expect((await listDemoStaff(db)).map(({ account }) => account)).not.toContain('own-person');
});

test('[LS10] closed doors take what invented people scheduled off the schedule, and its history says why', async () => {
  const { db } = site.database;
  const [editor, reviewer, publisher] = await Promise.all([as('editor'), as('reviewer'), as('publisher')]);
  const real = await hand(site, '发布丁');
  const scheduled = async (actor: Hand, title: string) => {
    const edition = await approvedBy(site, editor, reviewer, [article(`${SECTION}0003`, title)], title);
    await scheduleEdition(db, actor, { ...edition, publishAt: new Date(Date.now() + 3_600_000) });
    return edition.editionId;
  };
  const theirs = await scheduled(publisher, '演示人员定时的稿件');
  const own = await scheduled(real, '真实人员定时的稿件');
  await closeDemoAccess(site.database);
  const taken = await findEdition(db, theirs, real.staffId);
  expect([taken.state, taken.publishAt, taken.steps.at(-1)]).toMatchObject([
    'approved',
    '',
    { act: 'unscheduled', name: '', note: '演示已关闭（DEMO=off），演示账号设定的发布时间取消' },
  ]);
  const storedEdition = await findEdition(db, own, real.staffId);
  expect([storedEdition.publishAt === '', storedEdition.steps.at(-1)!.act]).toEqual([false, 'scheduled']);
  await closeDemoAccess(site.database);
  expect((await findEdition(db, theirs, real.staffId)).steps).toHaveLength(taken.steps.length);
  await openDemoAccess(site.database);
});
