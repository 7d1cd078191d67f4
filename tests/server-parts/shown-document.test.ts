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
