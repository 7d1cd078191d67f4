import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '#rules/people/staff-rights.ts';
import { consoleCalls } from '#server/console-api/calls.ts';
import { beginSession } from '#server/people/staff/sessions.ts';
import { nodeSuite } from '#wire/cipher-node.ts';
import { parseEnvelope } from '#wire/envelope.ts';
import { CALL_BASE } from '#wire/paths.ts';
import { createTestDatabase, type TestDatabase } from '../world/database.ts';
import { consoleOf, draftBy, hand } from '../world/editions.ts';
import { proved } from '../world/proof.ts';
import { article, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

const MB = 1024 * 1024;
const ORIGIN = 'http://localhost';

let free = 1024 * MB;
let database: TestDatabase;
let site: TestSite;
let ask: Awaited<ReturnType<typeof consoleOf>>;
let staffId: number;
let edition: { editionId: number; version: number };
beforeAll(async () => {
  database = Object.assign(await createTestDatabase(), { freeSpace: async () => free });
  site = await startSite({ siteUrl: ORIGIN, database });
  const all = await hand(
    site,
    '全能',
    ROLES.map((role) => ({ role, channelId: '' })),
  );
  ({ staffId } = all);
  ask = await consoleOf(site, all, ORIGIN);
  const editor = await hand(site, '编辑', [{ role: 'editor', channelId: '' }]);
  edition = await draftBy(site, editor, [article('00010002000100020001', '等空间的新闻')]);
});
afterAll(() => site.end());

/** calls that go on all the same: signing in and out, ending somebody's access, and those that write nothing */
const GOES_ON = new Set([
  'POST /session',
  'POST /link',
  'POST /link/password',
  'POST /setup-link',
  'POST /first-administrator',
  'DELETE /session',
  'POST /me/password',
  'POST /people/:staffId/state',
  'POST /group-rules/:ruleId/end',
  'POST /delivery-tokens/:tokenId/revoke',
  'POST /file-check',
  'POST /settings/:name/check',
  'POST /substitutions/:substitutionId/end',
  'POST /editions/:editionId/shares/:shareId/revoke',
  // these make room
  'DELETE /form-draft',
  'DELETE /moving-in/:importId',
  'DELETE /moving-in/:importId/job',
  'DELETE /transfer/export',
  'DELETE /transfer/import',
]);
const writing = consoleCalls
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => ({ name: `${method} ${path}`, method, path }));

describe('[PD16]', () => {
  test.each(writing)('$name below 256 MB: refused in words, or done all the same', async ({ name, method, path }) => {
    const url = `/console/api${path.replace(/:(editionId|staffId|requestId)/g, '9999').replace(/:\w+/g, 'none')}`;
    const upload = path === '/files' || path.endsWith('/imports');
    const at = async (room: number) => {
      free = room;
      // a session of its own: some calls end it
      const session = await beginSession(database.db, staffId, '10.0.0.1');
      const answer = await site.app.inject({
        method: method as 'POST',
        url,
        headers: {
          host: 'localhost',
          origin: ORIGIN,
          cookie: `console=${session}`,
          ...(method === 'POST' && { 'content-type': upload ? 'application/octet-stream' : 'application/json' }),
        },
        ...(method === 'POST' && { payload: upload ? 'x' : '{}' }),
      });
      return { status: answer.statusCode, ...(answer.json() as { code: string; msg: string }) };
    };
    const low = await at(255 * MB);
    if (GOES_ON.has(name)) expect(low.status).toBeLessThan(500);
    else
      expect(low).toMatchObject({
        status: 507,
        code: '1510',
        msg: expect.stringMatching(/^磁盘空间不足：只剩 255 MB，少于 256 MB，暂停保存、发布、导入和上传/),
      });
    expect((await at(256 * MB)).status).toBeLessThan(500);
  });

  test('reads go on, and with room again the same is done without a restart', async () => {
    free = 0;
    const submit = () => ask('POST', `/editions/${edition.editionId}/submit`, { version: edition.version });
    expect((await submit()).status).toBe(507);
    for (const path of ['/me', '/editions', `/editions/${edition.editionId}`, '/people', '/records'])
      expect([path, (await ask('GET', path)).status < 500]).toEqual([path, true]);
    expect((await ask('GET', `/editions/${edition.editionId}`)).status).toBe(200);
    expect((await site.get('/swhysc/news/company')).status).toBe(200);
    free = 256 * MB;
    expect((await submit()).status).toBe(200);
    proved({
      fault: 'a disk with less than 256 MB free',
      tries: writing.length,
      outcome: 'each call that writes refused in words (507), reads went on, no restart',
    });
  });

  test('a customer’s form with files is not taken, and said so', async () => {
    free = 255 * MB;
    const payload = '--x\r\nContent-Disposition: form-data; name="requestId"\r\n\r\n12345678\r\n--x--\r\n';
    const answer = await site.app.inject({
      method: 'POST',
      url: `${CALL_BASE}/business/v1/professional/investor/confirm`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload,
    });
    const { code, msg } = parseEnvelope(nodeSuite(Buffer.from(WIRE_KEY, 'base64')).decrypt(answer.body));
    expect([answer.statusCode, code, msg]).toEqual([503, '1507', '暂时不能接收文件，请稍后再试']);
    free = 256 * MB;
  });

  test('a disk of PostgreSQL that is full is told in words, and nothing of it stays', async () => {
    // PostgreSQL's error when a file of it cannot grow (53100)
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      database.ownerDb,
    );
    await sql`create trigger no_room before insert on edition for each row execute function no_room()`.execute(
      database.ownerDb,
    );
    const create = () =>
      ask('POST', '/editions', { title: '新闻', changes: [article('00010002000100020001', '再一篇')] });
    expect(await create()).toMatchObject({
      status: 507,
      code: '1510',
      msg: '磁盘空间不足，这次没有保存；请联系系统管理员，腾出空间后即可继续',
    });
    await sql`drop trigger no_room on edition`.execute(database.ownerDb);
    expect((await create()).status).toBe(200);
  });
});
