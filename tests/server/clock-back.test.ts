import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';

const MINUTE = 60_000;
const NOON = new Date('2026-11-20T04:00:00Z').getTime();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

/** The parts of a server that was just started: it remembers no time. */
async function startServer() {
  vi.resetModules();
  const { addPerson, findLink, makeLink } = await import('#server/people/staff/accounts.ts');
  const { beginSession, findStaffUser } = await import('#server/people/staff/sessions.ts');
  const { findCustomer, issueToken, storeCustomers } = await import('#server/people/customers/tokens.ts');
  const { carryOutEnds } = await import('#server/people/staff/carry-out-ends.ts');
  const { db } = database;
  return {
    /** grants access now, and returns a check whether it still does */
    give: async () => {
      const account = `hand-${crypto.randomUUID().slice(0, 8)}`;
      const staffId = (await addPerson(db, { account, name: '某人', grants: [] }, { mustChange: false }))!;
      const link = await makeLink(db, staffId);
      const session = await beginSession(db, staffId, '10.0.0.1');
      await storeCustomers(db, [CUSTOMER]);
      return { link, session, token: await issueToken(db, CUSTOMER.customer_id) };
    },
    opens: async ({ link, session, token }: { link: string; session: string; token: string }) => ({
      link: (await findLink(db, link)) !== null,
      session: (await findStaffUser(db, session)) !== null,
      token: (await findCustomer(db, token)) !== undefined,
    }),
    /** one run of its part */
    look: () => carryOutEnds(db),
  };
}

const CUSTOMER = {
  customer_id: 'c1',
  cust_name: '客户',
  risk_level: '3',
  risk_valid_date: '20271231',
  is_pro_investor: '0',
};
const ALL = { link: true, session: true, token: true };
const NONE = { link: false, session: false, token: false };
/** longer than any of them lasts */
const LATER = 49 * 60 * MINUTE;

describe('[PD17] a clock that is put back', () => {
  test('opens nothing again that has ended, in a server that runs', async () => {
    const server = await startServer();
    const given = await server.give();
    expect(await server.opens(given)).toEqual(ALL);
    vi.setSystemTime(NOON + LATER);
    expect(await server.opens(given)).toEqual(NONE);
    vi.setSystemTime(NOON);
    expect(await server.opens(given)).toEqual(NONE);
  });

  test('lets what is given afterwards last as long as ever', async () => {
    const server = await startServer();
    await server.look();
    vi.setSystemTime(NOON - 3 * 60 * MINUTE);
    expect(await server.opens(await server.give())).toEqual(ALL);
  });

  test('opens nothing again that has ended, in a server that is started again', async () => {
    const before = await startServer();
    const given = await before.give();
    vi.setSystemTime(NOON + LATER);
    await before.look();
    vi.setSystemTime(NOON);
    expect(await (await startServer()).opens(given)).toEqual(NONE);
  });

  test('ends what was begun while it ran ahead, with the next start', async () => {
    vi.setSystemTime(NOON + LATER);
    const given = await (await startServer()).give();
    vi.setSystemTime(NOON);
    const after = await startServer();
    expect(await after.opens(given)).toEqual(NONE);
    await after.look();
    vi.setSystemTime(NOON + LATER);
    expect(await after.opens(given)).toEqual(NONE);
  });

  test('of another server that differs by minutes ends nothing', async () => {
    vi.setSystemTime(NOON + 4 * MINUTE);
    const given = await (await startServer()).give();
    vi.setSystemTime(NOON);
    expect(await (await startServer()).opens(given)).toEqual(ALL);
  });
});
