import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeSuite } from '#wire/cipher-node.ts';
import { ALIAS_BASE, CALL_BASE } from '#wire/paths.ts';
import { article, channel, SECTION, startSite, WIRE_KEY, type TestSite } from '../world/site.ts';

let site: TestSite;
const suite = nodeSuite(Buffer.from(WIRE_KEY, 'base64'));

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.end());

async function call(
  path: string,
  base = CALL_BASE,
  method: 'GET' | 'POST' = 'GET',
): Promise<{ status: number; type: unknown; code: string; msg: string; data: any }> {
  const answer = await site.app.inject({ url: base + path, method });
  return { status: answer.statusCode, type: answer.headers['content-type'], ...JSON.parse(suite.decrypt(answer.body)) };
}

const NEWS = '00010002000100020001';

describe('calls over HTTP', () => {
  test('[WR5] every answer under the base is encrypted text, HTTP errors included', async () => {
    for (const path of [`/wscms/v1/cms/channellist?channelId=000100020001`, '/nowhere']) {
      const answer = await site.app.inject({ url: CALL_BASE + path });
      expect(answer.headers['content-type']).toContain('text/plain');
      expect(answer.body).toMatch(/^[A-Za-z0-9+/]+=*$/);
    }
    expect(await call('/nowhere')).toMatchObject({ status: 404, code: '404', msg: '请求的接口不存在' });
    expect(await call('/wscms/v1/cms/channellist', CALL_BASE, 'POST')).toMatchObject({ status: 405, code: '405' });
    expect(await call('/wscms/v1/cms/channellistXYZ', CALL_BASE, 'POST')).toMatchObject({ status: 404 });
    expect(await call('/%zz')).toMatchObject({ status: 400, code: '400' });
  });

  test('[WR3] a posted form is read as the same fields of JSON are, and one that cannot be read is refused', async () => {
    const post = async (payload: string, type: string) => {
      const answer = await site.app.inject({
        method: 'POST',
        url: `${CALL_BASE}/wscms/v1/news/list`,
        headers: { 'content-type': type },
        payload,
      });
      return { status: answer.statusCode, ...JSON.parse(suite.decrypt(answer.body)) };
    };
    const form = (payload: string) => post(payload, 'application/x-www-form-urlencoded');
    const json = await post(`{"pageNum":1,"pageSize":10}`, 'application/json');
    expect(json).toMatchObject({ status: 200, code: '0' });
    const { logId: _logId, ...wanted } = json.data;
    expect((await form('pageNum=1&pageSize=10')).data).toMatchObject(wanted);
    expect(await form('pageNum=zero')).toMatchObject({ status: 200, code: '1001' });
    for (const bad of ['a=%E4%', 'a=%zz', '__proto__=1', 'constructor=1', 'a&'.repeat(300) + 'b'])
      expect([bad.slice(0, 20), await form(bad)]).toMatchObject([bad.slice(0, 20), { status: 400, code: '400' }]);
    expect(await form(`a=${'x'.repeat(256 * 1024)}`)).toMatchObject({ status: 413, code: '1414' });
  });

  test('a posted body that is too large, too deep, no JSON, or reaches for a prototype is refused with a code of its own, and the server goes on', async () => {
    const post = async (payload: string, type = 'application/json') => {
      const answer = await site.app.inject({
        method: 'POST',
        url: `${CALL_BASE}/user/v1/logout`,
        headers: { 'content-type': type },
        payload,
      });
      return { status: answer.statusCode, code: JSON.parse(suite.decrypt(answer.body)).code };
    };
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(await post(`{"a":"${'x'.repeat(255 * 1024)}"}`)).toEqual({ status: 200, code: '0' });
    expect(await post(`{"a":"${'x'.repeat(256 * 1024)}"}`)).toEqual({ status: 413, code: '1414' });
    expect(await post(nested(32))).toEqual({ status: 200, code: '0' });
    expect(await post(nested(33))).toEqual({ status: 400, code: '1415' });
    expect(await post(nested(100_000))).toEqual({ status: 400, code: '1415' });
    expect(await post(`{"a":"${'['.repeat(40)}\\"${'['.repeat(40)}"}`)).toEqual({ status: 200, code: '0' });
    expect(await post(`{"a":"\\\\","b":${nested(33)}}`)).toEqual({ status: 400, code: '1415' });
    for (const poison of [
      '{"__proto__":{"admin":1}}',
      '{"a":[{"__proto__":1}]}',
      '{"constructor":{"prototype":{"admin":1}}}',
      '{',
      'null x',
    ])
      expect([poison, await post(poison)]).toEqual([poison, { status: 400, code: '400' }]);
    expect(await post('{"a":1}', 'text/plain')).toEqual({ status: 400, code: '400' });
    expect(({} as { admin?: number }).admin).toBeUndefined();
  });

  test('[WR1] the alias base answers the same', async () => {
    const path = `/wscms/v1/cms/infobaselist?channelId=${NEWS}`;
    const [own, alias] = [await call(path), await call(path, ALIAS_BASE)];
    expect(alias.data.list).toEqual(own.data.list);
  });

  test('[CH1] [CH5] channellist answers one tree by its root: url, name, type, contentKind of each channel', async () => {
    const { data } = await call('/wscms/v1/cms/channellist?channelId=000100020001');
    expect(data).toContainEqual(
      expect.objectContaining({
        channelId: NEWS,
        parentId: '0001000200010002',
        url: 'news/company',
        name: '公司新闻',
        type: 1,
        contentKind: 'list',
      }),
    );
    expect(data.every((one: { channelId: string }) => one.channelId.startsWith('000100020001'))).toBe(true);
    expect((await call('/wscms/v1/cms/channellist?channelId=000100170006')).data).toHaveLength(1);
  });

  test('[EN1] [EN2] infobaselist answers logId and list with the wire’s own names, pinned first, ten a page', async () => {
    const { data } = await call(`/wscms/v1/cms/infobaselist?channelId=${NEWS}&status=1`);
    expect(data).toMatchObject({ total: 23, pageNum: 1, pageSize: 10 });
    expect(data.logId).toMatch(/.+/);
    expect(data.data).toEqual(data.list);
    expect(data.list).toHaveLength(10);
    expect(Object.keys(data.list[0]).sort()).toEqual([
      'channelId',
      'flagTop',
      'imageOriginal',
      'newsId',
      'path',
      'publishTime',
      'riskLevel',
      'source',
      'summary',
      'title',
    ]);
    expect(data.list[0].publishTime).toBe('2026-10-23T08:00:00+08:00');
  });

  test('[EN1] infocontent answers the article with its neighbours', async () => {
    const { data: list } = await call(`/wscms/v1/cms/infobaselist?channelId=${NEWS}`);
    const { data } = await call(`/wscms/v1/cms/infocontent?id=${list.list[1].newsId}`);
    expect(data).toMatchObject({
      title: '第22条新闻',
      source: '办公室',
      attachmentInfos: [],
      previous: { title: '第23条新闻' },
      next: { title: '第21条新闻' },
    });
    expect((await call('/wscms/v1/cms/infocontent?id=99999999')).code).toBe('1004');
  });

  test.each([
    [`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageNum=-1`, 'pageNum'],
    [`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageNum=0`, 'pageNum'],
    [`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageNum=abc`, 'pageNum'],
    [`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageSize=abc`, 'pageSize'],
    [`/wscms/v1/cms/infobaselist?channelId=${NEWS}&topFlag=7`, 'topFlag'],
    [`/wscms/v1/cms/infobaselist?channelId=a'%20or%201=1`, 'channelId'],
    ['/wscms/v1/cms/infobaselist', 'channelId'],
    ['/wscms/v1/cms/infocontent?id=1e999', 'id'],
    ['/wscms/v1/notice/webparam', 'code'],
    [`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageNum=1e300`, 'pageNum'],
    [`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageNum=99999999999999999999`, 'pageNum'],
    ['/wscms/v1/notice/bondinvestment?fuzzyItem=%00', 'fuzzyItem'],
    ['/wscms/v1/notice/bondinvestment?bizLine=zzz', 'bizLine'],
    ['/wscms/v1/notice/ibstaff?management=2', 'management'],
    ['/wscms/v1/notice/fundnet?navDateFrom=zzz', 'navDateFrom'],
  ])('a bad value is answered with a non-zero code that names the field: %s', async (path, field) => {
    const { status, code, msg } = await call(path);
    expect([status, code]).toEqual([200, '1001']);
    expect(msg).toContain(field);
  });

  test('a page number beyond the end answers an empty list; a page size above 100 is answered as 100, but for the ESG list', async () => {
    expect((await call(`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageNum=1e9`)).data).toMatchObject({
      list: [],
      total: 23,
    });
    expect((await call(`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageSize=1e6`)).data.pageSize).toBe(100);
    expect((await call(`/wscms/v1/cms/infobaselist?channelId=${NEWS}&pageSize=9999`)).data.pageSize).toBe(100);
    expect((await call('/wscms/v1/cms/infobaselist?channelId=00010002000100070001&pageSize=9999')).data.pageSize).toBe(
      9999,
    );
  });

  test('an unknown channel and an unknown register are answered in words', async () => {
    expect(await call('/wscms/v1/cms/infobaselist?channelId=999')).toMatchObject({ status: 200, code: '1003' });
    expect(await call('/wscms/v1/register/nothing')).toMatchObject({ code: '1002' });
  });

  test('webparam answers paramValue by code; one that is not set is empty', async () => {
    expect((await call('/wscms/v1/notice/webparam?code=sys.skin_zq')).data.paramValue).toBe('false');
    expect((await call('/wscms/v1/notice/webparam?code=sys.other')).data.paramValue).toBe('');
  });

  test('ad/list answers the published banners of list 4, and nothing for another list or before any is published', async () => {
    expect((await call('/wscms/v1/ad/list?id=4')).data).toEqual([]);
    const banner = { title: '先核验\n再信任', seed: 5, links: [{ title: '人员核验', path: '/verify' }] };
    await site.publish('横幅', [{ kind: 'setting', id: 'banners', document: [banner, { title: '第二张', seed: 6 }] }]);
    expect((await call('/wscms/v1/ad/list?id=4')).data).toEqual([
      { id: '1', text: '', drawing: 'waves', picture: '', ...banner },
      { id: '2', text: '', drawing: 'waves', title: '第二张', seed: 6, picture: '', links: [] },
    ]);
    expect((await call('/wscms/v1/ad/list?id=5')).data).toEqual([]);
    expect(await call('/wscms/v1/ad/list')).toMatchObject({ code: '1001' });
  });

  test('notice/management answers an array', async () => {
    expect((await call('/wscms/v1/notice/management')).data).toEqual([]);
  });

  test('latest items of several channels come newest first', async () => {
    const { data } = await call(`/wscms/v1/cms/channels/infobaselist?channelIds=${NEWS},${SECTION}0003&pageSize=4`);
    const times = data.list.map((one: { publishTime: string }) => one.publishTime);
    expect(times).toHaveLength(4);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('[CH1] a channel whose id has _ and - is one like any other, in its page and every call that takes channels', async () => {
    const id = 'press_room-1';
    await site.publish('新闻中心', [
      channel(id, 'pressRoom', '新闻中心', { parentId: '000100020001', classOrder: 12 }),
      channel(`${id}-a`, 'pressRoom/notes', '通稿', { parentId: id }),
      article(`${id}-a`, '第一篇通稿'),
      article(`${id}-a`, '第二篇通稿'),
    ]);
    const { status, html } = await site.get('/swhysc/pressRoom/notes');
    expect([status, html.includes('第一篇通稿')]).toEqual([200, true]);
    expect((await site.get(`/swhysc/search?q=${encodeURIComponent('通稿')}&section=${id}`)).html).toContain('第二篇');
    for (const path of [
      `/wscms/v1/cms/channellist?channelId=${id}`,
      `/wscms/v1/cms/channels/infobaselist?channelIds=${id}-a,${NEWS}`,
      `/wscms/v1/cms/infobaselist?channelId=${id}-a`,
      `/wscms/v1/cms/infocontent?channelId=${id}-a`,
      `/wscms/v1/cms/catalogue?channelId=${id}-a`,
      `/wscms/v1/site/section?channelId=${id}`,
      `/wscms/v1/search?words=a&section=${id}`,
    ])
      expect(await call(path), path).toMatchObject({ code: '0' });
  });

  test('[CH5][SU16] the overview of a section counts what each channel shows, names what stands below one, leaves out those without content, and includes the mounted company section', async () => {
    const about = '0001000200010009';
    await site.publish('关于我们', [
      channel(about, 'aboutUs', '关于我们', { classOrder: 9 }),
      channel(`${about}0001`, 'aboutUs/empty', '空栏目'),
      channel('0001001700060006', 'publicChannel/recruit', '人才招聘', { classOrder: 6 }),
      channel('00010017000600060001', 'publicChannel/recruitNews', '招聘动态', { classOrder: 1 }),
      channel('00010017000600060002', 'publicChannel/recruitJobs', '招聘岗位', { classOrder: 2 }),
      channel('00010017000600060003', 'publicChannel/staffStyle', '员工风采', { classOrder: 3 }),
      article('00010017000600060001', '校园招聘启动'),
      article('00010017000600060003', '志愿服务'),
    ]);
    const overview = async (channelId: string) =>
      (await call(`/wscms/v1/site/section?channelId=${channelId}`)).data.list.map(
        ({ title, summary }: { title: string; summary: string }) => [title, summary],
      );
    // our own call, so nothing stands in it twice, as the specification has it of its lists
    expect(Object.keys((await call(`/wscms/v1/site/section?channelId=${about}`)).data)).toEqual(['logId', 'list']);
    expect(await overview(about)).toEqual([['人才招聘', '招聘动态、员工风采']]);
    expect(await overview('0001001700060006')).toEqual([
      ['招聘动态', '更新于 2026-11-01'],
      ['员工风采', '更新于 2026-11-01'],
    ]);
  });

  test('the API document stands plain under the base', async () => {
    const answer = await site.app.inject({ url: `${CALL_BASE}/docs/json` });
    expect(Object.keys(answer.json().paths)).toContain(`${CALL_BASE}/wscms/v1/cms/infobaselist`);
    expect((await site.app.inject({ url: `${CALL_BASE}/docs/` })).body).toContain('swagger');
  });

  test('health, readiness and metrics are plain', async () => {
    expect((await site.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await site.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
    expect((await site.app.inject('/metrics')).body).toContain('site_page_cache_hits_total');
  });
});
