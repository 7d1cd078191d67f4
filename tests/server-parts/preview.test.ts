import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMediaType } from '#server/files/media-type.ts';
import { openPreviews, previewOf, type Preview } from '#server/pages/files/preview.ts';
import { buildDocx, buildXlsx, buildZip } from '#tests/world/office-files.ts';
import { asUsual, threadTime } from '#tests/world/thread-time.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'preview-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function preview(bytes: Buffer, timeLimit?: number): Promise<Preview> {
  const path = join(dir, createHash('sha256').update(bytes).digest('hex'));
  await writeFile(path, bytes);
  return previewOf(path, (await readMediaType(path)).mediaType, timeLimit);
}
const html = async (bytes: Buffer): Promise<string> => {
  const made = await preview(bytes);
  if ('unsupported' in made) throw new Error(made.unsupported);
  return made.html;
};
const cell = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;

describe('a workbook', () => {
  it('[FO2] shows each sheet as a table, with strings, numbers, dates and percents as the sheet shows them', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="4"/></cellXfs></styleSheet>';
    const made = await buildXlsx(
      {
        折算率: `<sheetData>${row(1, '<c r="A1" t="s"><v>1</v></c>', cell('B1', '直接'), '<c r="C1" t="s"><v></v></c>')}${row(3, '<c r="A3" s="1"><v>45000</v></c><c r="B3" s="2"><v>0.0705</v></c><c r="C3" s="3"><v>1234567.891</v></c><c r="D3"><v>0.30000000000000004</v></c><c r="E3" t="b"><v>1</v></c><c r="F3" t="e"><v>#N/A</v></c>')}</sheetData>`,
        空表: '<sheetData/>',
      },
      {
        styles,
        sharedStrings: '<sst><si><t>甲</t></si><si><r><t>证券</t></r><r><t>代码</t></r><rPh><t>x</t></rPh></si></sst>',
      },
    );
    const shown = await html(made);
    expect(shown).toContain('<h2>折算率</h2>');
    expect(shown).toContain('<tr><td>证券代码</td><td>直接</td><td></td><td></td><td></td><td></td></tr><tr>');
    expect(shown).toContain(
      '<tr><td>2023-03-15</td><td>7.05%</td><td>1,234,567.89</td><td>0.3</td><td>是</td><td>#N/A</td></tr>',
    );
    expect(shown).toContain('<h2>空表</h2><p class="preview-note">（空工作表）</p>');
    expect(shown).not.toContain('仅显示');
  });

  it('[FO2] says honestly when rows, columns or sheets are left out', async () => {
    const rows = Array.from({ length: 250 }, (_, index) =>
      row(index + 1, cell(`A${index + 1}`, `行${index + 1}`)),
    ).join('');
    const shown = await html(
      await buildXlsx({
        长表: `<sheetData>${rows}</sheetData>`,
        宽表: `<sheetData>${row(1, cell('A1', '甲'), cell('ZZ1', '乙'))}</sheetData>`,
      }),
    );
    expect(shown).toContain('行200');
    expect(shown).not.toContain('行201');
    expect(shown.match(/仅显示前 200 行、前 50 列/g)).toHaveLength(2);
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`表${index}`, '<sheetData/>']));
    expect(await html(await buildXlsx(many))).toContain('其余工作表未显示');
  });

  it('joins merged cells, and a merged range as large as the sheet costs nothing', async () => {
    const shown = await html(
      await buildXlsx({
        S: `<sheetData>${row(1, cell('A1', '合并'), cell('C1', 'c'))}${row(2, cell('C2', 'd'))}</sheetData><mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="B1:C1"/></mergeCells>`,
      }),
    );
    expect(shown).toContain('<tr><td colspan="2" rowspan="2">合并</td><td>c</td></tr><tr><td>d</td></tr>');
    const ranges = Array.from({ length: 20_000 }, () => '<mergeCell ref="A1:XFD1048576"/>').join('');
    expect(
      await html(
        await buildXlsx({ S: `<sheetData>${row(1, cell('A1', 'x'))}</sheetData><mergeCells>${ranges}</mergeCells>` }),
      ),
    ).toContain('<td>x</td>');
  });

  it('[AC3] [FO2] shows what the eye sees: nothing white, masked or hidden, marks of letters as marks, symbols as drawn', async () => {
    const run = (words: string, looks = '') => `<r><rPr>${looks}</rPr><t>${words}</t></r>`;
    const rich = (at: string, ...runs: string[]) => `<c r="${at}" t="inlineStr"><is>${runs.join('')}</is></c>`;
    const white = '<color rgb="FFFFFFFF"/>';
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts><fonts><font/><font>${white}</font><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/><xf numFmtId="164"/><xf fontId="2"/></cellXfs></styleSheet>`;
    const styled = (at: string, words: string, style: number) =>
      `<c r="${at}" s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
    const shown = await html(
      await buildXlsx(
        {
          名单: `<sheetData>${row(1, styled('A1', '底价甲', 1), styled('B1', '底价乙', 2), styled('C1', '撤销', 3), '<c r="D1" t="s"><v>0</v></c>')}${row(2, rich('A2', run('10'), run('4', '<vertAlign val="superscript"/>')), rich('B2', run('³', '<rFont val="Symbol"/>'), run('5')), '<c r="C2" s="1"><v>77</v></c>', '<c r="D2" s="2"><v>88</v></c>')}</sheetData>`,
          干净: `<sheetData>${row(1, cell('A1', '乙'))}</sheetData>`,
        },
        {
          styles,
          sharedStrings: `<sst><si>${run('甲')}${run('底价丙', white)}${run('2', '<vertAlign val="subscript"/>')}</si></sst>`,
        },
      ),
    );
    expect(shown).toContain('<tr><td></td><td></td><td><s>撤销</s></td><td>甲<sub>2</sub></td></tr>');
    expect(shown).toContain('<tr><td>10<sup>4</sup></td><td>≥5</td><td></td><td></td></tr>');
    expect(shown).not.toMatch(/底价|77|88/);
    expect(shown.match(/看不见的内容/g)).toHaveLength(1);
  });

  it('[AC3] [FO2] shows what a format draws in place of a text, and nothing of what it draws in white', async () => {
    const codes = ['0;0;0;&quot;***&quot;', '[White]0;[Red]0', '0;0;0;&quot;第&quot;@&quot;号&quot;'];
    const formats = codes.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`).join('');
    const styles = `<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf/>${codes.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}</cellXfs></styleSheet>`;
    const text = (at: string, words: string, style: number) =>
      `<c r="${at}" s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
    const cells = [
      text('A1', '密', 1),
      '<c r="B1" s="2"><v>7</v></c><c r="C1" s="2"><v>-8</v></c>',
      text('D1', '九', 3),
    ];
    const shown = await html(await buildXlsx({ S: `<sheetData>${row(1, ...cells)}</sheetData>` }, { styles }));
    expect(shown).toContain('<tr><td>***</td><td></td><td>8</td><td>第九号</td></tr>');
    expect(shown).toContain('看不见的内容');
  });

  it('escapes whatever a cell or a sheet name holds', async () => {
    const shown = await html(
      await buildXlsx({
        '&lt;img src=x onerror=alert(1)&gt;': `<sheetData>${row(1, cell('A1', '&lt;script&gt;alert(1)&lt;/script&gt;&quot;'))}</sheetData>`,
      }),
    );
    expect(shown).not.toMatch(/<(?!\/?(?:section|h2|div|table|tbody|tr|td|p|br)\b)/);
    expect(shown).toContain('&lt;script&gt;');
    expect(shown).toContain('aria-label="&lt;img src=x onerror=alert(1)&gt;"');
  });
});

describe('a document', () => {
  const paragraph = (text: string, properties = '') =>
    `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;

  it('[FO2] shows text, headings, lists and tables', async () => {
    const styles =
      '<w:style w:styleId="2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="a"><w:name w:val="标题 1"/></w:style>';
    const td = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${text ? paragraph(text) : '<w:p/>'}</w:tc>`;
    const body = [
      paragraph('总则', '<w:pStyle w:val="a"/>'),
      paragraph('范围', '<w:pStyle w:val="2"/>'),
      paragraph('大纲', '<w:outlineLvl w:val="2"/>'),
      '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>甲</w:t><w:br/><w:t>乙 &amp; &lt;b&gt;</w:t><w:delText>删</w:delText></w:r></w:p>',
      paragraph('条目', '<w:numPr/>'),
      `<w:tbl><w:tr>${td('跨列', '<w:gridSpan w:val="2"/>')}${td('跨行', '<w:vMerge w:val="restart"/>')}</w:tr><w:tr>${td('1')}${td('2')}${td('', '<w:vMerge/>')}</w:tr></w:tbl>`,
      '<w:p><w:r><w:drawing/></w:r></w:p>',
    ].join('');
    expect(await html(await buildDocx(body, styles))).toBe(
      '<h2>总则</h2><h3>范围</h3><h4>大纲</h4><p>甲<br>乙 &amp; &lt;b&gt;</p><p class="preview-item">条目</p>' +
        '<div class="scroll" role="region" tabindex="0" aria-label="表格"><table><tbody><tr><td colspan="2"><p>跨列</p></td><td rowspan="2"><p>跨行</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table></div>' +
        '<p class="preview-note">文档中的图片未显示，请下载查看</p>',
    );
  });

  it('[AC3] [FO2] shows what is struck out, raised or lowered as that, by runs and by styles', async () => {
    const run = (words: string, looks = '') => `<w:r><w:rPr>${looks}</w:rPr><w:t>${words}</w:t></w:r>`;
    const gone = '<w:style w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>';
    const body = `<w:p>${run('旧', '<w:strike/>')}${run('新', '<w:strike w:val="0"/>')}${run('10')}${run('4', '<w:vertAlign w:val="superscript"/>')}${run('废', '<w:rStyle w:val="Gone"/>')}${run('H')}${run('2', '<w:vertAlign w:val="subscript"/>')}</w:p><w:p><w:pPr><w:pStyle w:val="Gone"/></w:pPr>${run('全删')}</w:p>`;
    expect(await html(await buildDocx(body, gone))).toBe(
      '<p><s>旧</s>新10<sup>4</sup><s>废</s>H<sub>2</sub></p><p><s>全删</s></p>',
    );
    const drawn = `<w:p>${run('³', '<w:rFonts w:ascii="Symbol"/>')}${run('5')}<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>${run('10')}${run('4', '<w:position w:val="10"/>')}</w:p>`;
    const line = (words: string, properties = '') =>
      `<w:tr><w:trPr>${properties}</w:trPr><w:tc>${paragraph(words)}</w:tc></w:tr>`;
    const shown = await html(await buildDocx(`${drawn}<w:tbl>${line('删行', '<w:del/>')}${line('在')}</w:tbl>`));
    expect(shown).toContain('<p>≥5☑10<sup>4</sup></p>');
    expect(shown).toContain('<tbody><tr><td><p>在</p></td></tr></tbody>');
  });

  it('says honestly when the text is cut, and keeps a cut table well-formed', async () => {
    const shown = await html(
      await buildDocx(`<w:tbl><w:tr><w:tc>${paragraph('长文'.repeat(300)).repeat(1_000)}</w:tc></w:tr></w:tbl>`),
    );
    expect(shown).toContain('仅显示文档的前一部分');
    expect(shown.length).toBeLessThan(600_000);
    expect(shown).toMatch(/<\/p><\/td><\/tr><\/tbody><\/table><\/div><p class="preview-note">/);
  });
});

describe('hostile files', () => {
  const refused = async (bytes: Buffer, timeLimit?: number) => {
    const made = await preview(bytes, timeLimit);
    if (!('unsupported' in made)) throw new Error('was shown');
    expect(made).toEqual({
      unsupported: expect.stringMatching(/[\u4e00-\u9fff]/) as string,
      ...('transient' in made ? { transient: true } : {}),
    });
    return made;
  };

  it('are refused in words: broken archives and XML, document types, encrypted and other formats', async () => {
    const good = await buildXlsx({ S: `<sheetData>${row(1, cell('A1', 'x'.repeat(5_000)))}</sheetData>` });
    await refused(good.subarray(0, good.length - 30));
    await refused(await buildXlsx({ S: '<sheetData><row>' }));
    await refused(
      await buildXlsx(
        { S: '' },
        {
          sharedStrings: '<!DOCTYPE sst [<!ENTITY a "x">]><sst><si><t>&a;</t></si></sst>',
          styles: '<!DOCTYPE x><styleSheet/>',
        },
      ),
    );
    await refused(await buildZip({ '[Content_Types].xml': 'spreadsheetml.sheet.main+xml' }));
    await refused(Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'));
    const damaged = Buffer.from(good);
    damaged.fill(0xff, 200, 260);
    await preview(damaged);
  });

  it('cannot take more memory, depth or time than they are given, and never hold up the site', async () => {
    const bomb = await buildXlsx({ S: `<sheetData>${row(1, cell('A1', ' '.repeat(70_000_000)))}</sheetData>` });
    const deep = await buildDocx(`${'<w:p>'.repeat(100_000)}${'</w:p>'.repeat(100_000)}`);
    const nodes = await buildXlsx({ S: `<sheetData>${row(1, '<c/>'.repeat(2_001_000))}</sheetData>` });
    const [tooLarge, tooComplex] = ['文件过大，无法预览，请下载查看', '文件内部结构过于复杂，无法预览'];
    for (const [bytes, words, timeLimit] of [
      // the time of these depends on the machine: none of them is refused for that
      [bomb, tooLarge, 60_000],
      [deep, tooComplex, 60_000],
      [nodes, tooComplex, 60_000],
      [nodes, '文件过于复杂，无法在线预览，请下载查看', 150],
    ] as [Buffer, string, number][]) {
      const began = threadTime();
      expect((await refused(bytes, timeLimit)).unsupported).toBe(words);
      expect(asUsual(threadTime() - began)).toBeLessThan(250);
    }
    // an archive of so many entries is stored as no workbook, but the limit may have been another one then
    const entries = await buildZip(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`e${index}`, ''])));
    const path = join(dir, 'entries');
    await writeFile(path, entries);
    const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect([(await readMediaType(path)).extension, await previewOf(path, workbook)]).toEqual([
      'zip',
      { unsupported: tooComplex },
    ]);
  });

  const corpora = process.env.CORPORA_DIR;
  if (!corpora) console.log('CORPORA_DIR is not set: the workbooks of the public corpora were not tried');
  it.skipIf(!corpora)(
    'every workbook of the public corpora is shown or refused in words, within its time',
    async () => {
      const folder = join(corpora!, 'xlsx');
      const names = (await readdir(folder)).filter((name) => name.endsWith('.xlsx'));
      let [shown, most] = [0, 0];
      for (const name of names) {
        const began = threadTime();
        const made = await previewOf(join(folder, name), (await readMediaType(join(folder, name))).mediaType);
        most = Math.max(most, asUsual(threadTime() - began));
        expect('transient' in made && made.transient, name).toBeFalsy();
        if ('html' in made) {
          expect(made.html, name).not.toMatch(/<(?!\/?(?:section|h2|div|table|tbody|tr|td|p|br)\b)/);
          shown++;
        }
      }
      console.log(
        `${names.length} workbooks: ${shown} shown, ${names.length - shown} refused; at most ${most.toFixed(0)} ms of the main thread for one`,
      );
      expect(shown).toBeGreaterThan(names.length * 0.8);
      expect(most).toBeLessThan(250);
    },
    120_000,
  );
});

describe('many previews', () => {
  it('are made one at a time, each once, and beyond a short queue not at all', async () => {
    let [running, most, made] = [0, 0, 0];
    const previews = openPreviews(async (path) => {
      most = Math.max(most, ++running);
      made++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return { html: path };
    });
    const answers = Array.from({ length: 10 }, (_, index) => previews.of(`p${index}`, ''));
    expect(previews.of('p0', '')).toBe(answers[0]);
    expect(answers.slice(8)).toEqual([undefined, undefined]);
    await Promise.all(answers);
    expect([most, made]).toEqual([1, 8]);
    expect(await previews.of('p0', '')).toEqual({ html: 'p0' });
    expect(made).toBe(8);
  });

  it('a preview that failed for lack of time is tried again', async () => {
    let made = 0;
    const previews = openPreviews(async () => ({ unsupported: '…', transient: made++ === 0 }));
    await previews.of('p', '');
    await previews.of('p', '');
    await previews.of('p', '');
    expect(made).toBe(2);
  });
});
