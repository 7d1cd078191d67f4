import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleaningWords } from '#authored/findings.ts';
import { FolderFiles } from '#features/moving-in/server/folder-files.ts';
import { oldPlaceOf } from '#features/moving-in/server/old-place.ts';
import { placeholderOf, rewrite, type Targets } from '#features/moving-in/server/rewrite.ts';
import { cleanArticle } from '#server/store/articles/sanitise.ts';
import { temporaryFolder } from '../../world/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
beforeAll(() => {
  mkdirSync(join(folder.path, 'img'));
  mkdirSync(join(folder.path, 'html'));
  for (const file of ['img/a 图.png', 'img/b.svg', 'html/c.pdf', 'html/two.html'])
    writeFileSync(join(folder.path, file), 'x');
});

const one = oldPlaceOf({ address: 'http://www.old.example/main/a.jsp?id=1', htmlFile: 'html/one.html' })!;
const two = oldPlaceOf({ address: '/main/a.jsp?id=2&x=1', htmlFile: 'html/two.html' })!;
const rewritten = (html: string, more: Partial<Targets> = {}) =>
  rewrite(
    html,
    { place: one, htmlFile: 'html/one.html' },
    {
      files: new FolderFiles(folder.path),
      articles: new Map([one, two].map((place) => [place.key, place])),
      htmlFiles: new Map([['html/two.html', two]]),
      hosts: new Set(['old.example']),
      problemOf: async () => '',
      ...more,
    },
  );

test('[MI4] links to imported articles lead to their old addresses, however they are written', async () => {
  const ways = [
    'a.jsp?x=1&amp;id=2',
    '/main/a.jsp?id=2&amp;x=1#part',
    '//old.example/main/a.jsp?id=2&amp;x=1',
    'http://WWW.old.example/main/a.jsp?id=2&amp;x=1',
    'two.html',
  ];
  const { html, links, problems } = await rewritten(ways.map((way) => `<a href="${way}">x</a>`).join(''));
  expect([links, problems]).toEqual([5, []]);
  expect(html).toBe('<a href="/main/a.jsp?id=2&amp;x=1">x</a>'.repeat(5));
});

test('[MI4] pictures and linked files become stored ones, each once; what is not there is told, and leads to the former site', async () => {
  const { html, files, problems } = await rewritten(
    `<img src="/img/a%20图.png"><img src="../img/a 图.png"><a href="c.pdf?v=1">x</a><a href="none.pdf">y</a>
     <a href="#top">z</a><a href="mailto:a@b.example">m</a><a href="https://x.example/">e</a>
     <img src="../img/b.svg"><img src="https://x.example/p.png"><img src="data:image/png;base64,AA"><img src="/none.png">`,
  );
  expect(files).toEqual(['img/a 图.png', 'html/c.pdf']);
  const shown = `<img src="/static-file/${placeholderOf('img/a 图.png')}">`;
  expect(html).toContain(`${shown}${shown}<a href="/static-file/${placeholderOf('html/c.pdf')}">x</a>`);
  expect(html).toContain(
    '<a href="http://www.old.example/main/none.pdf">y</a>\n     <a href="#top">z</a><a href="mailto:a@b.example">m</a><a href="https://x.example/">e</a>',
  );
  expect(problems.map(({ kind, message }) => `${kind} ${message.en}`)).toEqual([
    'dead-link link to none.pdf: it is not in the folder',
    'lost-picture picture ../img/b.svg: a text shows png, jpg, gif, webp files, not .svg',
    'lost-picture picture https://x.example/p.png: it is of another site; name its host in "hosts" of the map, and save it',
    'lost-picture picture data:image/png;base64,AA: it is held in the HTML itself; save it as a file',
    'lost-picture picture /none.png: it is not in the folder',
  ]);
  const elsewhere = await rewritten('<img src="file:///C:/temp/a.png"><img src="cid:1@2">');
  expect(elsewhere.problems.map(({ message }) => message.en.replace(/^.*: /, ''))).toEqual(
    Array(2).fill('it lies on the computer of its author; save it in the folder'),
  );
  const refused = await rewritten('<a href="c.pdf">x</a>', { problemOf: async () => '文件是空的' });
  expect([refused.files, refused.problems[0]!.message.en]).toEqual([[], 'link to c.pdf: 文件是空的']);
});

test('[MI4] a picture that a script would have shown later is one, by the first address that is in the folder', async () => {
  const later = 'data-src="https://mmbiz.example/b.png"';
  const { files, problems, html } = await rewritten(
    `<img src="/none.png" data-original="/img/a 图.png"><img src="data:image/svg+xml,x" ${later} alt="图">`,
  );
  expect(files).toEqual(['img/a 图.png']);
  expect(html).toContain(`src="/static-file/${placeholderOf('img/a 图.png')}"`);
  expect(problems.map(({ message }) => message.en)).toEqual([
    'picture https://mmbiz.example/b.png: it is of another site; name its host in "hosts" of the map, and save it',
  ]);
  expect(cleaningWords(cleanArticle(html).findings)).toBe('takes pictures (1: "图")');
});

test('[MI3] what cleaning takes is told by what a reader would miss', () => {
  const wordsOf = (html: string) => cleaningWords(cleanArticle(html).findings);
  expect(wordsOf('<section style="margin:0"><span class="x">一</span><p id="a">二 三</p></section>')).toBe(
    'takes nothing',
  );
  expect(
    wordsOf(
      '<style>p{}</style><p onclick="x()">一</p><script>alert(1)</script><iframe src="https://v.example"></iframe><img src="https://x.example/p.png"><a href="javascript:x()">二</a><select><option>三四</option></select>',
    ),
  ).toBe(
    'takes pictures (1), video, sound or embedded pages (1), forms (1: "三四"), scripts (1), event handlers (1), links (1: "二")',
  );
});

test('[MI3] HTML nested as deep as no article is holds nobody up and ends no import', async () => {
  const { html } = await rewritten(`${'<div>'.repeat(50_000)}<a href="two.html">x</a>`);
  expect(html).toContain('x');
  expect(html.split('<div>').length).toBeLessThan(300);
});
