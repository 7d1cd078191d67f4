import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHtml, type Element } from '#tools/walk/read-html.ts';
import { scriptProblems } from '#tools/crawl/script-problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

/** Each would be another name in traditional script: 範冰, 餘秀華, 黨巖, 吳裡. */
const NAMES = ['范冰', '余秀华', '党岩', '吴里'];
const [ACTRESS, POET, OFFICER, CLERK] = NAMES as [string, string, string, string];
const ABOUT = '0001000200010009';
const TRADITIONAL = { cookie: 'zh_choose=t' };

let site: TestSite;
const register = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../page-schemas/registers/${name}.json`, import.meta.url), 'utf8'),
  ) as RegisterDefinition;
const rowsOf = (name: string, rows: Record<string, string | number>[], dataDate = '2026-11-20') => ({
  kind: 'rows' as const,
  document: { definition: register(name), rows, dataDate, department: '财务部' },
});
const stock = (secuCode: string, secuName: string, status: string) => ({
  market: '上海',
  secuCode,
  secuName,
  isRz: '1',
  isRq: '1',
  status,
  entryDate: '2026-11-01',
});

beforeAll(async () => {
  site = await startSite({
    changes: [
      ...smallWorld(),
      channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员公示', { classOrder: 5 }),
      channel(ABOUT, 'aboutUs', '关于我们', { classOrder: 9 }),
      channel(`${ABOUT}0001`, 'aboutUs/boardOfDirectors', '董事、监事、高级管理人员'),
    ],
  });
  await site.publish('名册', [
    rowsOf(
      'bond-investment',
      NAMES.map((staffName, at) => ({
        staffName,
        employeeNo: `80000${at}`,
        department: '固定收益总部',
        bizLine: '自营',
        post: '交易员',
        certNo: `S990112504000${at}`,
        certType: '一般证券业务',
        status: '在岗',
      })),
    ),
    rowsOf(
      'management',
      NAMES.map((name, at) => ({
        name,
        category: '董事',
        position: '董事长',
        termFrom: '2024-01-01',
        education: '硕士研究生',
        profile: '历任财务总监。',
        sortNo: at,
      })),
    ),
  ]);
});
afterAll(() => site.end());

/** A page in traditional script: no simplified word outside of names. */
async function read(path: string): Promise<Element[]> {
  const { status, html } = await site.get(path, TRADITIONAL);
  expect(status, path).toBe(200);
  const elements = readHtml(html);
  expect(scriptProblems(elements), path).toEqual([]);
  return elements;
}
const verbatimTexts = (elements: Element[]) => elements.filter((element) => element.kept).map(({ own }) => own.trim());
const labels = (elements: Element[]) => elements.flatMap(({ attributes }) => attributes['aria-label'] ?? []);

describe('[LG4] on a traditional page stay as they are', () => {
  test('names in a register’s table, on its cards of phones and in its links, while the words around them are converted', async () => {
    const elements = await read('/swhysc/publicChannel/bondInvestment');
    expect(verbatimTexts(elements)).toEqual(expect.arrayContaining(NAMES));
    for (const name of NAMES) {
      const cell = elements.find(({ name: tag, own }) => tag === 'th' && own === name)!;
      expect(cell.attributes).toMatchObject({ translate: 'no', 'data-label': '姓名' });
    }
    expect(elements.find(({ own }) => own === 'S9901125040000')!.attributes).toMatchObject({
      translate: 'no',
      'data-label': '證書編號',
    });
    expect(labels(elements)).toEqual(expect.arrayContaining(NAMES.map((name) => `${name} 的鏈接`)));
    expect(elements.some(({ own, kept: isVerbatim }) => own === '一般證券業務' && !isVerbatim)).toBe(true);
  });

  test('names that head a person’s facts', async () => {
    const elements = await read('/swhysc/aboutUs/boardOfDirectors');
    expect(elements.filter(({ name }) => name === 'h2').map(({ text }) => text)).toEqual(expect.arrayContaining(NAMES));
    expect(verbatimTexts(elements)).toEqual(expect.arrayContaining(NAMES));
    expect(elements.some(({ own }) => own === '碩士研究生')).toBe(true);
  });

  test('what a verification finds, and what was asked', async () => {
    const elements = await read(`/swhysc/verify?words=${encodeURIComponent(OFFICER)}`);
    expect(elements.find(({ attributes }) => attributes.class === 'verify__result')!.text).toContain(
      `查到與“${OFFICER}”相符的公示記錄`,
    );
    expect(elements.filter(({ name }) => name === 'h2').map(({ text }) => text)).toContain(OFFICER);
    expect(labels(elements)).toContain(`${OFFICER} 查看公示記錄：債券投資交易人員`);
    expect(elements.find(({ attributes }) => attributes.name === 'words')!.attributes.value).toBe(OFFICER);
  });

  test('rows that a search finds by a traditional spelling, and the words as they were typed (LG5)', async () => {
    const elements = await read(`/swhysc/search?q=${encodeURIComponent('餘秀華')}`);
    expect(verbatimTexts(elements)).toEqual(expect.arrayContaining([POET, '餘秀華']));
    expect(elements.find(({ attributes }) => attributes.class === 'search__found')!.text).toContain(
      '與“餘秀華”有關的文章或附件',
    );
  });

  test('[LG5] a condition typed in traditional script finds a simplified name, and is shown as it was typed', async () => {
    for (const typed of ['吳里', CLERK]) {
      const elements = await read(`/swhysc/publicChannel/bondInvestment?fuzzyItem=${encodeURIComponent(typed)}`);
      expect(
        elements.filter(({ name, attributes }) => name === 'th' && attributes.translate === 'no').map(({ own }) => own),
      ).toEqual([CLERK]);
      expect(elements.find(({ attributes }) => attributes.class === 'chips')!.text).toContain(`：${typed}`);
      expect(elements.find(({ attributes }) => attributes.name === 'fuzzyItem')!.attributes.value).toBe(typed);
    }
  });

  test('but the pages in simplified script say nothing of it', async () => {
    const { html } = await site.get('/swhysc/publicChannel/bondInvestment');
    expect(html).not.toContain('translate=');
    expect(html).toContain(`${ACTRESS} 的链接`);
  });
});

test('[LG4] the firm is named in traditional script as it writes itself there, in what the server draws and for scripts', async () => {
  const path = '/swhysc/publicChannel/complaint';
  const firm = smallWorld().find((change) => change.kind === 'setting' && change.id === 'site');
  const { name, ...others } = (firm as { document: { name: string } }).document;
  const change = (document: object) => ({ kind: 'setting', id: 'site', document }) as const;
  await site.publish('名称', [change({ ...others, name, traditionalName: '世歷證券' })]);
  const { html } = await site.get(path, TRADITIONAL);
  expect(html).toContain('世歷證券');
  expect(html).toContain(`"protectedTerms":[["${name}","世歷證券"]]`);
  expect((await site.get(path)).html).not.toContain('世歷證券');
  await site.publish('名称', [change({ ...others, name })]);
});

test('[LG4] terms of the published list stay wherever they stand, in what the server draws and in what it hands to scripts', async () => {
  const path = '/swhysc/publicChannel/complaint';
  const before = await site.get(path, TRADITIONAL);
  expect(before.html).toContain('投訴渠道說明的正文。');
  await site.publish('保护', [{ kind: 'setting', id: 'script.protected', document: ['渠道说明', '余里谷业'] }]);
  const after = await site.get(path, TRADITIONAL);
  expect(after.html).toContain('投訴渠道说明的正文。');
  expect(after.html).toContain('"traditional":{"protectedTerms":["渠道说明","余里谷业"]}');
  expect((await site.get(path)).html).not.toContain('protectedTerms');
  await expect(
    site.publish('错', [{ kind: 'setting', id: 'script.protected', document: ['谷 '] }]),
  ).rejects.toMatchObject({ name: 'PublicationRefused' });
  await site.publish('撤', [{ kind: 'setting', id: 'script.protected', document: [] }]);
  expect((await site.get(path, TRADITIONAL)).html).toContain('投訴渠道說明的正文。');
});

test('[LG9] words that the firm writes its own way are written so, in what the server draws and in what it hands to scripts', async () => {
  const path = '/swhysc/publicChannel/complaint';
  const document = [{ written: '渠道说明', traditional: '管道說明' }];
  await site.publish('用词', [{ kind: 'setting', id: 'script.words', document }]);
  const { html } = await site.get(path, TRADITIONAL);
  expect(html).toContain('投訴管道說明的正文。');
  expect(html).toContain('"traditional":{"protectedTerms":[["渠道说明","管道說明"]]}');
  expect((await site.get(path)).html).toContain('投诉渠道说明的正文。');
  await site.publish('撤', [{ kind: 'setting', id: 'script.words', document: [] }]);
});

test('[LG4] names and codes of securities stay in the list of their changes', async () => {
  const serve = '0001000200010005';
  await site.publish('栏目', [
    channel(serve, 'serve', '客户服务', { classOrder: 5 }),
    channel(`${serve}0004`, 'serve/margin', '融资融券'),
    channel(`${serve}00040001`, 'serve/margin/stock', '标的证券'),
    channel(`${serve}000400010001`, 'serve/margin/stock/changes', '变动清单'),
  ]);
  await site.publish('一', [rowsOf('stock', [stock('600001', '余里谷业', '正常')], '2026-11-19')]);
  await site.publish('二', [
    rowsOf('stock', [stock('600001', '余里谷业', '正常'), stock('600002', '范岩发展', '正常')], '2026-11-20'),
  ]);
  const elements = await read('/swhysc/serve/margin/stock/changes');
  const cell = elements.find(({ own }) => own === '范岩发展')!;
  expect(cell.attributes).toMatchObject({ translate: 'no', 'data-label': '證券簡稱' });
});
