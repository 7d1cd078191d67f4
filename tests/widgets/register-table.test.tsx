import { describe, expect, test } from 'vitest';
import type { Rows } from '#page/data-shapes.ts';
import { Failed, View, Waiting } from '#widgets/register-table/View.tsx';
import example from '#widgets/register-table/example.json';
import { buildViewBlock, draw, textOf, type Example } from '../world/draw.tsx';

type Props = Parameters<typeof View>[0]['props'];

const { props, data, ...place } = example as unknown as Example & { data: Rows; props: Props };

function drawTable(change: { data?: Partial<Rows>; place?: Partial<Example>; props?: Props } = {}): string {
  const block = buildViewBlock({ ...place, ...change.place });
  return draw(<View props={change.props ?? props} data={{ ...data, ...change.data }} block={block} />);
}

describe('a register table', () => {
  test('says what the data states of itself: date, whole count, department', () => {
    expect(textOf(drawTable())).toContain('数据截至 2026-11-15 名册共 140 人 责任部门：固定收益总部');
    expect(textOf(drawTable({ data: { total: 140 } }))).toContain('数据截至 2026-11-15 共 140 人');
  });

  test('has one column a field of the definition, named by the first name in the row, each cell with its label for phones', () => {
    const markup = drawTable();
    expect(
      [...markup.matchAll(/<th[^>]*scope="col"[^>]*>(?:<a [^>]*>|<span[^>]*>)?([^<]+)/g)].map(([, title]) => title),
    ).toEqual(['部门', '姓名', '证书编号', '状态', '比例', '金额', '办公电话', '登记日期', '固定链接']);
    expect(markup).toMatch(/<th scope="row"[^>]*>陈明澈<\/th>/);
    expect(markup.match(/data-label="证书编号"/g)).toHaveLength(2);
  });

  test('writes cells as their type says: choices by label, percents with their digits, money grouped, no value as a dash', () => {
    const markup = drawTable();
    expect(markup).toContain('<span class="tag tag--good">在岗</span>');
    expect(markup).toMatch(/class="number rest" data-label="比例">1\.50%</);
    expect(markup).toContain('1,234,567 万元');
    expect(markup).toContain('href="tel:02155500871"');
    expect(markup.match(/ ?none" data-label="[^"]+">—/g)).toHaveLength(3);
  });

  test('[RK6] a field that is withheld says why and leads whoever has not logged in to where one does; one without a value is a dash', () => {
    const [first, second] = data.rows as [Rows['rows'][number], Rows['rows'][number]];
    const { ratio: _ratio, ...held } = first;
    const cells = (withheld: Rows['withheld']) =>
      drawTable({ data: { rows: [held, { ...second, ratio: null }], withheld } }).match(/data-label="比例">.*?<\/td>/g);
    expect(cells({ reason: 'login', text: '登录后可见' })).toEqual([
      'data-label="比例"><button data-login="">登录后可见</button></td>',
      'data-label="比例">—</td>',
    ]);
    expect(cells({ reason: 'level', text: '等级不足' })![0]).toBe('data-label="比例">等级不足</td>');
    expect(drawTable({ data: { rows: [held], withheld: { reason: 'level', text: '等级不足' } } })).toContain(
      'class="number rest" data-label="比例"',
    );
  });

  test('the one tag of a row needs no label in a card; several keep theirs', () => {
    const tagged = (markup: string) =>
      [...markup.matchAll(/<td class="[^"]*tagged[^"]*" data-label="([^"]+)"/g)].map(([, title]) => title);
    expect(tagged(drawTable())).toEqual(['状态', '状态']);
    const second = { field: 'ratio', title: '可融资', type: 'choice', choices: {}, tags: {} } as const;
    expect(
      tagged(drawTable({ place: { register: { ...place.register!, columns: [...place.register!.columns, second] } } })),
    ).toEqual([]);
  });

  test('its filters are a GET form with the values of the address; a search starts at page 1 and keeps the page size', () => {
    const markup = drawTable({ place: { address: { ...place.address, pageSize: '50' } } });
    expect(markup).toMatch(/<form[^>]*action="\/swhysc\/page" method="get"/);
    expect(markup).toMatch(/type="search"[^>]*value="陈"/);
    expect(markup).toContain('<input type="hidden" name="pageSize" value="50"/>');
    expect(markup).not.toMatch(/type="hidden" name="pageNum"/);
  });

  test('[RG3] both ends of a range are one group with one title; each field keeps its own label', () => {
    const group = /<fieldset.*?<\/fieldset>/.exec(drawTable())![0];
    expect(group).toContain('<legend>登记日期</legend>');
    expect([...group.matchAll(/<label [^>]*class="unseen">([^<]+)</g)].map(([, label]) => label)).toEqual([
      '登记日期（起）',
      '登记日期（止）',
    ]);
    expect(
      [...group.matchAll(/<input [^>]*type="date"[^>]*name="([^"]+)"|<input [^>]*name="([^"]+)"[^>]*type="date"/g)].map(
        ([, a, b]) => a ?? b,
      ),
    ).toEqual(['regDateFrom', 'regDateTo']);
  });

  test('[RG3] a list that depends on another is grouped by it, so that it can be used without scripts', () => {
    const province = {
      name: 'provinceId',
      title: '省份',
      kind: 'choice' as const,
      choices: { 310000: '上海市', 330000: '浙江省' },
    };
    const city = {
      name: 'cityId',
      title: '城市',
      kind: 'choice' as const,
      choices: { 310100: '浦东', 330100: '杭州市', 330200: '宁波市' },
      within: { name: 'provinceId', parents: { 310100: '310000', 330100: '330000', 330200: '330000' } },
    };
    const markup = drawTable({
      place: {
        address: { provinceId: '', cityId: '330200' },
        register: { ...place.register!, filters: [province, city] },
      },
    });
    expect(markup).toContain(
      '<optgroup label="浙江省"><option value="330100">杭州市</option><option value="330200" selected="">宁波市</option></optgroup>',
    );
    expect(markup).toContain('<optgroup label="上海市"><option value="310100">浦东</option></optgroup>');
  });

  test('[RG3] a register with history is asked for by its published dates; a past one says so and leads back', () => {
    const history = { ...place.register!, history: true };
    const dates = ['2026-11-19', '2026-11-18', '2026-11-17'];
    const now = drawTable({
      data: { dates, asOf: '' },
      place: { address: { ...place.address, asOf: '' }, register: history },
    });
    expect(now).toContain(
      '<option value="" selected="">最新（2026-11-19）</option><option value="2026-11-18">2026-11-18</option>',
    );
    expect(now).not.toContain('历史数据');
    const past = drawTable({
      data: { dates, asOf: '2026-11-17' },
      place: { address: { asOf: '2026-11-17', sort: '' }, register: history },
    });
    expect(past).toMatch(/以下为 2026-11-17 的历史数据。<a href="\/swhysc\/page">查看最新<\/a>/);
    expect(past).toContain('<option value="2026-11-17" selected="">');
    expect(drawTable({ data: { dates, asOf: dates[0] }, place: { register: history } })).not.toContain('历史数据');
    expect(drawTable({ data: { dates: dates.slice(0, 1) }, place: { register: history } })).not.toContain('数据日期');
  });

  test('[RG3] each condition that is set can be taken out by itself, a range as one', () => {
    const address = {
      ...place.address!,
      status: '1',
      regDateFrom: '2021-01-01',
      regDateTo: '2022-01-01',
      pageNum: '2',
    };
    const chips = /<ul class="chips".*?<\/ul>/.exec(drawTable({ place: { address } }))![0];
    expect([...chips.matchAll(/<a [^>]*>([^<]+)/g)].map(([, text]) => text)).toEqual([
      '状态：在岗',
      '姓名或证书编号：陈',
      '登记日期：2021-01-01 至 2022-01-01',
      '清除条件',
    ]);
    expect(chips).toContain('href="/swhysc/page?fuzzyItem=%E9%99%88&amp;status=1">登记日期');
    expect(chips).toContain(
      'href="/swhysc/page?fuzzyItem=%E9%99%88&amp;regDateFrom=2021-01-01&amp;regDateTo=2022-01-01">状态',
    );
    expect(drawTable({ place: { address: {} } })).not.toContain('chips');
  });

  test('resetting leaves every filter and the page number out of the address', () => {
    expect(drawTable()).toContain('<a href="/swhysc/page">重置</a>');
  });

  test('[RG3] a column that sorts is a link: ascending, descending, back to the register’s own order; the head says which', () => {
    const head = (sort: string) => {
      const [cell, href] = /<th [^>]*><a href="([^"]+)">登记日期/.exec(
        drawTable({ place: { address: { ...place.address, pageNum: '3', sort } } }),
      )!;
      return [/aria-sort="(\w+)"/.exec(cell)?.[1], href];
    };
    expect(head('')).toEqual([undefined, '/swhysc/page?fuzzyItem=%E9%99%88&amp;sort=regDate']);
    expect(head('regDate')).toEqual(['ascending', '/swhysc/page?fuzzyItem=%E9%99%88&amp;sort=-regDate']);
    expect(head('-regDate')).toEqual(['descending', '/swhysc/page?fuzzyItem=%E9%99%88']);
    expect(drawTable()).toMatch(/<th scope="col"[^>]*>部门<\/th>/);
  });

  test('a search keeps the order', () => {
    expect(drawTable({ place: { address: { ...place.address, sort: '-regDate' } } })).toContain(
      '<input type="hidden" name="sort" value="-regDate"/>',
    );
  });

  test('each row has an address of its own, without what it was found by', () => {
    const markup = drawTable({ place: { register: { ...place.register!, key: ['department', 'certNo'] } } });
    expect(markup).toContain(`href="/swhysc/page?row=${encodeURIComponent('固定收益总部')}%7ES9901121050087"`);
    expect(markup).toContain('aria-label="陈明澈 的链接"');
  });

  test('at its own address a row stands alone, marked, with the way to all; when it is gone, words say so', () => {
    const address = { ...place.address!, fuzzyItem: '', row: 'S9901121050087' };
    const shown = drawTable({ data: { rows: data.rows.slice(0, 1), total: 1 }, place: { address } });
    expect(shown).toContain('<tr class="shown">');
    expect(shown).toContain('以下是其中的一条记录。<a href="/swhysc/page">查看全部</a>');
    expect(shown).not.toContain('<form');
    const gone = drawTable({ data: { rows: [], total: 0 }, place: { address } });
    expect(textOf(gone)).toContain('没有这条记录');
    expect(gone).toContain('<a href="/swhysc/page">查看全部</a>');
  });

  test('[RG5] offers the whole register and what was found as files, with the conditions, the order and the date of the page', () => {
    const address = { ...place.address!, status: '1', sort: '-regDate' };
    const markup = drawTable({ data: { asOf: '2026-11-10' }, place: { address, fixed: { companyType: '2' } } });
    const found = [...markup.matchAll(/<a href="(\/register-file[^"]+)" download="" aria-label="([^"]+)"/g)].map(
      ([, href, label]) => [label, href!.replaceAll('&amp;', '&')],
    );
    const common = 'sort=-regDate&asOf=2026-11-10';
    expect(found).toEqual([
      ['下载全部 Excel', `/register-file/example.xlsx?${common}`],
      ['下载全部 CSV', `/register-file/example.csv?${common}`],
      ['下载查询结果 Excel', `/register-file/example.xlsx?companyType=2&status=1&fuzzyItem=%E9%99%88&${common}`],
      ['下载查询结果 CSV', `/register-file/example.csv?companyType=2&status=1&fuzzyItem=%E9%99%88&${common}`],
    ]);
    expect(textOf(markup)).toContain('下载全部（140 人） Excel CSV 下载查询结果（12 人）');
  });

  test('[RG5] more rows than a sheet holds come as CSV only', () => {
    const markup = drawTable({ data: { wholeTotal: 1_048_576 }, place: { address: {} } });
    expect(markup).toContain('/register-file/example.csv');
    expect(markup).not.toContain('.xlsx');
    expect(textOf(markup)).toContain('下载全部（1,048,576 人）');
  });

  test('a count that ended at its limit says that there are more', () => {
    const text = textOf(drawTable({ data: { total: 10_000, more: true, wholeTotal: 1_000_000 } }));
    expect(text).toContain('查询到 10,000+ 人');
    expect(text).toContain('第 11–20 人，共 10,000+ 人');
    expect(text).toContain('名册共 1,000,000 人');
  });

  test('a page may show some of the columns, and look a value up elsewhere', () => {
    const lookup = { field: 'department', title: '地图', address: 'https://map.example/?q={department}{name}{gone}' };
    const markup = drawTable({ props: { ...props, columns: ['department', 'name'], lookup } });
    expect([...markup.matchAll(/data-label="([^"]+)"/g)].map(([, title]) => title)).toEqual([
      '部门',
      '姓名',
      '部门',
      '姓名',
    ]);
    expect(markup).toContain(
      `href="https://map.example/?q=${encodeURIComponent('固定收益总部陈明澈')}" target="_blank"`,
    );
  });

  test('leads to the list of its changes where the page names one', () => {
    expect(drawTable({ props: { ...props, changes: '/serve/margin/changes' } })).toContain(
      '<a href="/swhysc/serve/margin/changes">变动清单</a>',
    );
    expect(drawTable()).not.toContain('变动清单');
  });

  test('announces how many rows a search has found', () => {
    expect(drawTable()).toMatch(/role="status"[^>]*>查询到 12 人</);
  });

  test('says that nothing was found and offers a way back', () => {
    const markup = drawTable({ data: { rows: [], total: 0, pageNum: 1 } });
    expect(textOf(markup)).toContain('没有符合条件的记录');
    expect(markup).toContain('清除条件');
    expect(markup).not.toContain('<table');
  });

  test('an empty register says so below the head of its table and offers ways on, without filters that could find nothing', () => {
    const markup = drawTable({ data: { rows: [], total: 0, wholeTotal: 0, dataDate: '' }, place: { address: {} } });
    expect(textOf(markup)).toMatch(/^责任部门：固定收益总部 从业人员 部门 姓名 .* 登记日期 暂无公示数据 /);
    expect(markup).not.toContain('<form');
    expect(markup).toContain('<a href="/swhysc/publicChannel">查看信息公告的其他栏目</a>');
    expect(markup).toContain('href="tel:400-555-0000"');
  });

  test('a register that is shown on demand asks for words first', () => {
    const register = { ...place.register!, onDemand: true };
    const markup = drawTable({ data: { rows: [], total: 0 }, place: { address: {}, register } });
    expect(textOf(markup)).toContain('请输入查询条件 名册共 140 人，输入姓名或证书编号即可查询。');
    expect(markup).toContain('<form');
  });

  test('a table that has no room scrolls under its first name, reached by keyboard; one that has keeps its head in sight instead', () => {
    const { columns } = place.register!;
    const few = { ...place.register!, columns: columns.slice(0, 4) };
    const many = {
      ...place.register!,
      columns: [...columns, ...columns.map((column) => ({ ...column, field: `${column.field}2` }))],
    };
    expect(drawTable({ place: { register: few } })).toContain('<div class="sheet"><table>');
    expect(drawTable({ place: { register: many } })).toContain(
      '<div class="sheet sheet--wide" tabindex="0" role="region" aria-label="从业人员"><table>',
    );
  });

  test('[RG33] minor columns stand below each row where the table has no room for all, with their titles and what sorts', () => {
    const { columns } = place.register!;
    const more = ['备注', '取得日期', '办公电话'].map((title, at) => ({
      ...columns.at(-1)!,
      field: `more${at}`,
      title: title.repeat(4),
      minor: true,
    }));
    const register = { ...place.register!, columns: [...columns, ...more], sortable: ['more1'] };
    const rows = data.rows.map((row, at) => ({
      ...row,
      more0: null,
      more1: '2020-01-02',
      more2: at === 0 ? '甲' : null,
    }));
    const markup = drawTable({ place: { register }, data: { rows } });
    expect(markup).toMatch(/<div class="sheet[^"]* sheet--folds"/);
    const [first, second] = markup.match(/<tr class="row-more">.*?<\/tr>/gs)!;
    expect(textOf(first!)).toBe('取得日期取得日期取得日期取得日期 2020-01-02 办公电话办公电话办公电话办公电话 甲');
    expect(textOf(second!)).toBe('取得日期取得日期取得日期取得日期 2020-01-02');
    // columns that can be sorted by stand in a line of their own, and the head has one row
    expect(markup).toMatch(/<p class="sort-line"><span class="sorts"><a [^>]*sort=more1[^>]*>取得日期/);
    expect(markup.match(/<thead>.*<\/thead>/s)![0].match(/<tr/g)).toHaveLength(1);
    // a table with room for all of them has nothing below
    const few = {
      ...register,
      columns: [columns[0]!, ...more.slice(1)].map((one, at) => ({ ...one, title: `列${at}` })),
    };
    expect(drawTable({ place: { register: few }, data: { rows } })).not.toContain('row-more');
  });

  describe('[RG44] on phones a row shows its name and three fields, the rest once its detail is opened', () => {
    const named = (markup: string): string[] =>
      [...(/<tbody>(<tr.*?<\/tr>)/s.exec(markup)?.[1] ?? '').matchAll(/<t[dh] ([^>]*)>/g)].map(([, cell = '']) =>
        /class="[^"]*opener/.test(cell)
          ? '详情'
          : `${/data-label="([^"]*)"/.exec(cell)?.[1] ?? ''}${/class="[^"]*\brest\b/.test(cell) ? '…' : ''}`,
      );

    test('by the order of the definition', () => {
      const markup = drawTable();
      const [part, name, opener] = ['部门', '姓名', '详情'];
      expect(named(markup)).toEqual([
        part,
        name,
        opener,
        '证书编号',
        '状态',
        '比例…',
        '金额…',
        '办公电话…',
        '登记日期…',
        '',
      ]);
      expect(markup).toContain('<details><summary aria-label="详情：陈明澈">详情</summary></details>');
    });

    test('minor columns last', () => {
      const columns = place.register!.columns.map((column) => ({ ...column, minor: column.field === 'department' }));
      const cells = named(drawTable({ place: { register: { ...place.register!, columns } } }));
      expect(cells.slice(0, 6)).toEqual(['部门…', '姓名', '详情', '证书编号', '状态', '比例']);
    });

    test('nothing is behind it in a table of four columns, and in the address of one row', () => {
      const register = { ...place.register!, columns: place.register!.columns.slice(0, 4) };
      expect(drawTable({ place: { register } })).not.toMatch(/opener|rest/);
      const one = drawTable({ place: { address: { ...place.address, row: 'S1' } } });
      expect([one.includes('opener'), one.includes('data-label')]).toEqual([false, true]);
    });

    test('what stands below a row is behind it, too', () => {
      const register = {
        ...place.register!,
        columns: [
          ...place.register!.columns.slice(0, 4),
          ...['甲', '乙'].map((title, at) => ({
            ...place.register!.columns[0]!,
            field: `more${at}`,
            title: title.repeat(90),
            minor: true,
          })),
        ],
      };
      const rows = data.rows.map((row) => ({ ...row, more0: '甲' }));
      const cells = named(drawTable({ place: { register }, data: { rows } }));
      expect(cells).toEqual(['部门', '姓名', '详情', '证书编号', '状态', '']);
    });
  });

  test('a column of pictures is as wide as a picture: the address of one is not shown, so it makes no column wide', () => {
    const photo = { field: 'photo', title: '照片', type: 'image' } as const;
    const filepath = '2026/11/6a282eb7c52a650b4d56dab594ee7e9d22e76245b17e2b8967e0aa1960c51395.svg';
    const markup = drawTable({
      place: { register: { ...place.register!, columns: [...place.register!.columns, photo] } },
      data: { rows: data.rows.map((row) => ({ ...row, photo: filepath })) },
    });
    expect(markup).toContain(`src="/static-file/${filepath}"`);
    expect(markup).not.toContain('sentence');
  });

  test('short cells stay on one line, so that no word of them is broken; a column of long texts wraps', () => {
    const rows = data.rows.map((row) => ({ ...row, department: '固定收益总部上海滨江大道第二营业部' }));
    expect(drawTable({ data: { rows } })).toMatch(/<td class="long" data-label="部门">/);
    // in a narrow window words of a short cell break, too, but no number
    expect(drawTable()).not.toMatch(/class="[^"]*wraps[^"]*" data-label="证书编号"/);
  });

  test('a code of eighteen characters is never broken, and a column of sentences is wide enough to read', () => {
    const rows = data.rows.map((row) => ({
      ...row,
      certNo: '99990000MA0109000X',
      department: '证券经纪；证券投资咨询；与证券交易、证券投资活动有关的财务顾问；证券承销与保荐；证券自营',
    }));
    const markup = drawTable({ data: { rows } });
    expect(markup).toMatch(/<td data-label="证书编号">99990000MA0109000X/);
    expect(markup).toMatch(/<td class="long sentence" data-label="部门">/);
  });

  test('what a column needs explained stands below the table, and its head leads there', () => {
    const markup = drawTable();
    expect(markup).toMatch(
      /<\/table><\/div><ul class="sheet__notes"><li id="block-note-certNo">证书编号：可在协会网站核验<\/li>/,
    );
    expect(markup).toMatch(/<th scope="col"[^>]* aria-describedby="block-note-certNo">证书编号/);
  });

  test('[ER9] a query that failed keeps its form, page size, order and day; a row’s own address has none', () => {
    const failed = (change: Partial<Example> = {}) =>
      draw(<Failed props={props} block={buildViewBlock({ ...place, ...change })} note={<p>重试</p>} />);
    const form = failed({
      address: { ...place.address, status: '1', sort: '-regDate', pageSize: '50', asOf: '2026-11-15' },
    });
    expect(form).toMatch(/type="search"[^>]*value="陈".*<\/form><p>重试<\/p>$/);
    expect(form).toContain('<option value="1" selected="">');
    for (const [name, value] of [
      ['sort', '-regDate'],
      ['pageSize', '50'],
      ['asOf', '2026-11-15'],
    ])
      expect(form).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    expect(failed({ address: { row: 'S9901121050087' } })).toBe('<p>重试</p>');
    expect(draw(<Failed props={{ ...props, filters: false }} block={buildViewBlock(place)} note={<p>重试</p>} />)).toBe(
      '<p>重试</p>',
    );
  });

  test('its skeleton has a row for each row of the page and one for the head', () => {
    const block = buildViewBlock({ ...place, address: { pageSize: '20' } });
    expect(draw(<Waiting block={block} />).match(/<span/g)).toHaveLength(21);
  });
});
