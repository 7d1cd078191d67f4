import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inherited } from '../world/stores.ts';

/** A document as a site of these bases shows it; a process of its own, because bases are read once. */
async function shownBy(bases: Record<string, string>, document: unknown): Promise<unknown> {
  const program = `import { shownDocument } from '#server/store/articles/authored-key.ts';
    console.log(JSON.stringify(shownDocument(JSON.parse(process.argv[1]))));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, JSON.stringify(document)],
    { env: { ...inherited(), ...bases } },
  );
  return JSON.parse(stdout);
}

const stored = {
  rows: [
    {
      page: '/swhysc/news?a=1#b',
      elsewhere: 'https://a.example/swhysc/',
      words: '见 /swhysc/news',
      key: '/old/x?key=1&b=2',
    },
  ],
  blocks: [{ html: '<p>见 <a href="/old/list">甲</a> <img src="/static-file/a.png"></p>' }],
};

test('[BA2] addresses in rows of tables and in pages are shown with the present base, and without a key (LS9)', async () => {
  expect(await shownBy({ SITE_BASE: '/firm', FORMER_BASES: '/old' }, stored)).toEqual({
    rows: [
      {
        page: '/firm/news?a=1#b',
        elsewhere: 'https://a.example/swhysc/',
        words: '见 /swhysc/news',
        key: '/firm/x?b=2',
      },
    ],
    blocks: [{ html: '<p>见 <a href="/firm/list">甲</a> <img src="/static-file/a.png"></p>' }],
  });
  expect(await shownBy({}, stored.blocks)).toEqual(stored.blocks);
});

test("[BA2] an address with the site's own host is mapped, too, and one of another host is not", async () => {
  const own = { SITE_BASE: '/firm', SITE_URL: 'https://www.firm.example/' };
  const stored = [
    'https://www.firm.example/swhysc/a?b=1#c',
    'http://WWW.firm.example/swhysc/a',
    '//www.firm.example/swhysc',
    'https://www.firm.example.other.example/swhysc/a',
    'https://www.firm.example/swhyscx/a',
    '见 <a href="https://www.firm.example/swhysc/a">甲</a><a href="https://a.example/swhysc/a">乙</a>',
  ];
  expect(await shownBy(own, stored)).toEqual([
    'https://www.firm.example/firm/a?b=1#c',
    'http://WWW.firm.example/firm/a',
    '//www.firm.example/firm',
    ...stored.slice(3, 5),
    '见 <a href="https://www.firm.example/firm/a">甲</a><a href="https://a.example/swhysc/a">乙</a>',
  ]);
  expect(await shownBy({ SITE_BASE: '/firm' }, stored)).toEqual(stored);
});

test('[BA2] of bases within each other the longest counts, and no link leads to another host', async () => {
  const links = ['/old/first/a', '/old/b', '/old/first', '/site/now/c', '/site/d'];
  expect(await shownBy({ SITE_BASE: '/site', FORMER_BASES: '/old /old/first /site/now' }, links)).toEqual([
    '/site/a',
    '/site/b',
    '/site',
    '/site/c',
    '/site/d',
  ]);
  expect(await shownBy({ SITE_BASE: '/' }, ['/swhysc//a.example', '/swhysc?a=1', '/swhysc', '/swhysc/b'])).toEqual([
    '/a.example',
    '/?a=1',
    '/',
    '/b',
  ]);
});
