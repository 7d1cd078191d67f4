import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { issueToken, storeCustomers } from '#server/people/customers/tokens.ts';
import { publishDue } from '#server/editions/publish/due.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { CALL_BASE, paths } from '#wire/paths.ts';
import { approvedBy, hand, publishContextOf } from '../world/editions.ts';
import { proved } from '../world/proof.ts';
import { article, SECTION, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const NEWS = '00010002000100020001';
/** zones in which servers may believe to be */
const ZONES = ['Asia/Shanghai', 'UTC', 'America/Los_Angeles'];
/** last days of an evaluation, each with the first moment after it in Shanghai */
const DAYS = [
  ['an ordinary midnight', '20270504', '2027-05-05T00:00:00+08:00'],
  ['a leap day', '20280229', '2028-03-01T00:00:00+08:00'],
  ['the day before a leap day', '20280228', '2028-02-29T00:00:00+08:00'],
  ['the end of a year', '20271231', '2028-01-01T00:00:00+08:00'],
  ['the night in which Los Angeles changes its clock', '20270314', '2027-03-15T00:00:00+08:00'],
] as const;

let site: TestSite;
let articleId: number;
beforeAll(async () => {
  site = await startSite();
  await storeCustomers(
    site.database.db,
    DAYS.map(([, day]) => ({
      customer_id: `until-${day}`,
      cust_name: '客户',
      risk_level: '06',
      risk_valid_date: day,
      is_pro_investor: '0',
    })),
  );
  [articleId] = (await site.publish('受限', [article(NEWS, '受限', { riskLevel: '0000' })])).articleIds as [number];
});
const { TZ } = process.env;
afterEach(() => {
  vi.useRealTimers();
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});
afterAll(() => site.end());

async function codeAt(moment: number, token: string): Promise<string> {
  vi.setSystemTime(moment);
  const url = `${CALL_BASE}${paths.infoContent}?id=${articleId}`;
  const { body } = await site.app.inject({ url, headers: { access_token: token } });
  return parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(body)).code;
}

describe.each(ZONES)('[PD11] on a server in %s', (zone) => {
  test.each(DAYS)('[RK3] an evaluation ends with %s', async (_name, day, after) => {
    process.env.TZ = zone;
    const end = Date.parse(after);
    vi.useFakeTimers({ toFake: ['Date'], now: end - 60_000 });
    const token = await issueToken(site.database.db, `until-${day}`);
    expect([await codeAt(end - 1, token), await codeAt(end, token)]).toEqual(['0', '-0801109']);
  });

  test('a publication is due at its moment, whatever the zone', async () => {
    process.env.TZ = zone;
    const [writer, reviewer] = [await hand(site, '甲'), await hand(site, '乙')];
    for (const [, , after] of DAYS) {
      const title = `${zone} ${after}`;
      const edition = await approvedBy(site, writer, reviewer, [article(`${SECTION}0003`, title)], title);
      const at = new Date(after);
      await site.database.db
        .updateTable('edition')
        .set({ publish_at: at })
        .where('edition_id', '=', edition.editionId)
        .execute();
      const before = await publishDue(publishContextOf(site), new Date(at.getTime() - 1));
      expect([before, await publishDue(publishContextOf(site), at)], title).toEqual([0, 1]);
    }
  });
});

afterAll(() => {
  proved({
    fault: 'midnight, leap day, year end and a change of clock, in three time zones',
    tries: ZONES.length * DAYS.length * 2,
    outcome: 'evaluations and schedules right to the millisecond',
  });
});
