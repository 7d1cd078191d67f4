import { describe, expect, it } from 'vitest';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { readWhole } from '#tests/world/sheets.ts';

async function read(bytes: Buffer | string, filename = '名单.csv') {
  const { remarks, header, rows } = await readWhole(Buffer.from(bytes as string), filename);
  return {
    remarks,
    header: header.cells.map(({ text }) => text),
    rows: rows.map(({ number, cells }) => [number, ...cells.map(({ text }) => text)]),
  };
}

/** 姓名,工号 / 王谷雨,000871 / 重复 in GB18030, with a four-byte character */
const GB = Buffer.from('d0d5c3fb2cb9a4bac50d0acdf5b9c8d3ea2c3030303837310d0a8139ef352c390d0a', 'hex');

describe('a CSV file', () => {
  it('[RG6] is read in UTF-8 with and without a mark, in GB18030 and in UTF-16, and says which', async () => {
    const expected = { header: ['姓名', '工号'], rows: [[2, '王谷雨', '000871']] };
    const text = '姓名,工号\r\n王谷雨,000871\r\n';
    expect(await read(text)).toEqual({ ...expected, remarks: ['按 UTF-8 编码、以逗号分列读取'] });
    expect(await read(`\ufeff${text}`)).toEqual({ ...expected, remarks: ['按 UTF-8 编码、以逗号分列读取'] });
    expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual({
      ...expected,
      remarks: ['按 UTF-16 编码、以逗号分列读取'],
    });
    expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toEqual({
      ...expected,
      remarks: ['按 UTF-16 编码、以逗号分列读取'],
    });
    const gb = await read(GB);
    expect(gb).toMatchObject({ header: ['姓名', '工号'], remarks: ['按 GB18030 编码、以逗号分列读取'] });
    expect(gb.rows[0]).toEqual([2, '王谷雨', '000871']);
    expect(gb.rows[1]![1]).toBe(new TextDecoder('gb18030').decode(Buffer.from('8139ef35', 'hex')));
  });

  it('[RG6] is split at commas, tabs or semicolons, whichever its header has', async () => {
    expect((await read('a;b,c;d\n1,5;2;3')).rows).toEqual([[2, '1,5', '2', '3']]);
    expect((await read('a\tb\n1\t2')).rows).toEqual([[2, '1', '2']]);
    expect((await read('"a;b;c",d\n1,2')).header).toEqual(['a;b;c', 'd']);
    expect((await read('甲\n一')).rows).toEqual([[2, '一']]);
  });

  it('[VA2] is split by what most of its lines have equally often, whatever its title holds', async () => {
    const rows = '工号;姓名;部门\n10001;王安;固收部\n10002;"李;宁";固收部\n';
    expect(await read(`名单, 截至2026年9月30日, 单位：人\n${rows}`)).toEqual({
      remarks: ['按 UTF-8 编码、以分号分列读取'],
      header: ['名单, 截至2026年9月30日, 单位：人'],
      rows: [
        [2, '工号', '姓名', '部门'],
        [3, '10001', '王安', '固收部'],
        [4, '10002', '李;宁', '固收部'],
      ],
    });
    expect((await read('甲|乙,丙|丁\n1|2|3\n4|5|6')).rows[0]).toEqual([2, '1', '2', '3']);
    expect((await read('名单\n甲\t乙\n1,5\t2')).rows).toEqual([
      [2, '甲', '乙'],
      [3, '1,5', '2'],
    ]);
  });

  it('[VA2] obeys a line sep=, which is no row, and tells lines of the text with it', async () => {
    expect(await read('sep=;\r\n甲;乙,丙\r\n1;2,5\r\n')).toEqual({
      remarks: ['按 UTF-8 编码、以分号分列读取'],
      header: ['甲', '乙,丙'],
      rows: [[2, '1', '2,5']],
    });
    expect((await read('\ufeffSEP=^\n甲^乙\n1^2')).rows).toEqual([[2, '1', '2']]);
    await expect(read('sep=,\na,b\n1,2\n"3,4\n')).rejects.toThrow('文本第 4 行的引号不成对');
    expect((await read('sep=a\n1,2')).header).toEqual(['sep=a']);
  });

  it('[VA3] is read in UTF-16 without its mark also where some characters, such as 一, end in a zero', async () => {
    const text = '工号,姓名\r\n10001,王一\r\n10002,李一一\r\n';
    for (const bytes of [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()])
      expect((await read(bytes)).rows).toEqual([
        [2, '10001', '王一'],
        [3, '10002', '李一一'],
      ]);
  });

  it.each([
    ['="001",甲\r\n="002",乙', ['001', '甲']],
    ['甲,="001"', ['甲', '001']],
    ['"="" 001""",甲', ['=" 001"', '甲']],
    ['="",甲', ['', '甲']],
  ])('[VA2] a code that Excel should keep is what stands in its quotes: %s', async (line, cells) => {
    expect((await read(`代码,名称\r\n${line}\r\n`)).rows[0]).toEqual([2, ...cells]);
  });

  it('[VA2] is split at wide commas where nothing else parts it, and nowhere else', async () => {
    const { header, remarks } = await read('工号，姓名\n1，甲\n2，乙\n');
    expect([header, remarks]).toEqual([['工号', '姓名'], ['按 UTF-8 编码、以全角逗号分列读取']]);
    expect((await read('工号^姓名\n1^甲\n2^乙\n')).remarks).toEqual(['按 UTF-8 编码、以“^”分列读取']);
    expect((await read('工号；姓名\n1；甲\n2；乙\n')).header).toEqual(['工号', '姓名']);
    expect((await read('工号,说明\n1,甲，乙，丙\n2,甲，乙，丁\n')).header).toEqual(['工号', '说明']);
    expect((await read('说明\n甲，乙\n甲乙丙\n甲\n')).header).toEqual(['说明']);
    expect((await read('sep=^\n代码^名称\n="01"^甲\n')).rows).toEqual([[2, '01', '甲']]);
  });

  it('[VA3] is read in UTF-16 without its mark', async () => {
    const text = '姓名,工号\r\n王谷雨,000871\r\n';
    const expected = {
      header: ['姓名', '工号'],
      rows: [[2, '王谷雨', '000871']],
      remarks: ['按 UTF-16 编码、以逗号分列读取'],
    };
    expect(await read(Buffer.from(text, 'utf16le'))).toEqual(expected);
    expect(await read(Buffer.from(text, 'utf16le').swap16())).toEqual(expected);
    await expect(read(Buffer.from('a,\u0000b\nc,\u0000d\n'))).rejects.toThrow('文本第 1 行含有空字符');
  });

  it('[VA3] in Shift-JIS or Big5 is told with its line, and Chinese of both scripts in GB18030 is not', async () => {
    // 番号,氏名 / 佐藤花子,債券部 and 姓名,部門 / 王小明,固定收益部
    const japanese = Buffer.from('94d48d862c8e8196bc0a8db293a189d48e712c8dc28c9495940a', 'hex');
    await expect(read(japanese)).rejects.toThrow('文件像是 Shift-JIS（日文） 编码（文本第 1 行起）');
    const big5 = Buffer.from('6e6f2c310aa96da6572cb3a1aaf90aa4fda470a9fa2ca954a977a6acaf71b3a10a', 'hex');
    await expect(read(big5)).rejects.toThrow('文件像是 Big5（繁体中文） 编码（文本第 2 行起）');
    // 姓名,部門 / 張國華,證券總部 in GB18030
    const traditional = Buffer.from('d0d5c3fb2cb2bfe9540a8f8887f8c8412cd743c8afbf82b2bf0a', 'hex');
    expect((await read(traditional)).rows).toEqual([[2, '張國華', '證券總部']]);
  });

  it.each([
    ['이름,부서\n김철수,영업부\n', 'c0ccb8a72cbacebcad0ab1e8c3b6bcf62cbfb5bef7bace0a', 'EUC-KR（韩文）'],
    ['氏名,部署\n山田太郎,営業部\n', 'bbe1ccbe2cc9f4bdf00abbb3c5c4c2c0cfba2cb1c4b6c8c9f40a', 'EUC-JP（日文）'],
    ['コード,銘柄\n7203,トヨタ自動車\n', 'a5b3a1bca5c92cccc3cac10a373230332ca5c8a5e8a5bfbcabc6b0bcd60a', 'EUC-JP（日文）'],
    ['氏名\n山田\n', '8e8196bc0a8e5293630a', 'Shift-JIS（日文）'],
    ['Имя,Отдел\nИван,Продажи\n', 'c8ecff2ccef2e4e5eb0ac8e2e0ed2ccff0eee4e0e6e80a', 'Windows-1251（西里尔字母）'],
    ['Фамилия\nПетров\n', 'e6c1cdc9ccc9d10af0c5d4d2cfd70a', 'KOI8-R（西里尔字母）'],
    ['Name,Ort\nMüller,Zürich\nKöln,x\n', '4e616d652c4f72740a4dfc6c6c65722c5afc726963680a4bf66c6e2c780a', 'Windows-1252（西欧文字）'],
  ])('[VA3] in another encoding is told with it: %j', async (_, hex, encoding) => {
    const line = encoding.startsWith('Windows-1252') ? 2 : 1;
    const message = `文件像是 ${encoding} 编码（文本第 ${line} 行起）`;
    await expect(read(Buffer.from(hex, 'hex'))).rejects.toThrow(message);
  }); // prettier-ignore

  it('[VA3] of few Chinese characters in GB18030 is no other encoding', async () => {
    // 王安, 欧阳靖雯, 农林水, 亚洲科技, コード beside 测试, A國B
    const short = ['d0d5c3fb0acdf5b0b20a', 'd0d5c3fb2cb2bfc3c50ac5b7d1f4beb8f6a92cb9cccad5b2bf0a', 'c5a9c1d6cbae0a310a', 'b4fac2eb2cc3fbb3c60a3630303030312cd1c7d6debfc6bcbc0a', 'a5b3a960a5c92cc3fbb3c60a312cb2e2cad40a', 'd0d5c3fb0a4187f8420a']; // prettier-ignore
    for (const hex of short) expect((await read(Buffer.from(hex, 'hex'))).remarks.join()).toContain('GB18030');
  });

  it('[VA3] of GB18030 with few characters of UTF-8 is told with the line of these', async () => {
    const rows = Buffer.concat([GB, Buffer.from('10002,李宁\n'), GB]);
    await expect(read(rows)).rejects.toThrow('文件中混有不同的编码（文本第 4 行与其他行不同）');
  });

  it('[RG6] keeps quotes, line breaks inside cells and row numbers over empty lines', async () => {
    const sheet = await read('\n\n甲,乙\n"一 ""二""","三\n四"\n\n,,\n五');
    expect(sheet.header).toEqual(['甲', '乙']);
    expect(sheet.rows).toEqual([
      [4, '一 "二"', '三\n四'],
      [7, '五'],
    ]);
  });

  it('[RG5] [RG6] takes the guard of our own downloads off again', async () => {
    expect((await read("甲,乙,丙\n'=1+1,''-x,'ab")).rows).toEqual([[2, '=1+1', "'-x", "'ab"]]);
  });

  it('[RG6] with broken quotes is refused with the line', async () => {
    await expect(read('a,b\n1,2\n"3,4\n5,6\n')).rejects.toThrow('文本第 3 行的引号不成对，或引号前后有多余的字符');
    await expect(read('a,b\n1,2\n"3"x,4\n5,6\n')).rejects.toThrow('文本第 3 行的引号不成对');
    await expect(read('a,b\n1,2\n3,4\n5"6,7\n')).rejects.toThrow('文本第 4 行的引号不成对');
    await expect(read(`a,b\n1,"${'x'.repeat(5_000_000)}`)).rejects.toThrow(
      '文本第 2 行起的一行数据超过 4 MB，可能是引号没有成对',
    );
  });

  it('[RG6] in mixed or unknown encodings is refused with the line', async () => {
    const utf8 = Buffer.from('姓名与工号\n王谷雨同学\n李清和同学\n');
    await expect(read(Buffer.concat([utf8, GB]))).rejects.toThrow('文件中混有不同的编码（文本第 4 行与其他行不同）');
    await expect(read(Buffer.concat([GB, GB, Buffer.from('王谷雨同学\n')]))).rejects.toThrow(
      '文件中混有不同的编码（文本第 7 行与其他行不同）',
    );
    await expect(read(Buffer.from([0x61, 0x0a, 0xff, 0xff, 0x0a]))).rejects.toThrow('无法识别文件的编码（文本第');
    await expect(read(Buffer.from('a\n\u0000b', 'utf8'))).rejects.toThrow(
      '无法识别文件的编码（文本第 2 行含有空字符）',
    );
    await expect(read(Buffer.from([0xff, 0xfe, 0x61]))).rejects.toThrow('无法识别文件的编码');
  });

  it('[RG6] of millions of empty columns is refused before they are held', async () => {
    const commas = ','.repeat(9_000_000);
    for (const row of [commas, `"\n"${commas}"\n"${commas}`])
      await expect(read(`a,b\n${row}`)).rejects.toThrow('文本第 2 行起的一行数据超过 4 MB');
    await expect(read(`a,b\n1,2\n${','.repeat(100_000)}`)).rejects.toThrow('第 3 行有 100001 列，最多 200 列');
    // a program that saves a wide sheet writes its empty columns
    expect((await read(`a,b\n1,2${','.repeat(16_000)}\n`)).rows).toEqual([[2, '1', '2']]);
  });

  it('[RG6] beyond a limit is refused with the number', async () => {
    await expect(read(Array.from({ length: 16_384 }, (_, at) => `c${at}`).join(','))).rejects.toThrow(
      '第 1 行有 16384 列，最多 200 列',
    );
    await expect(read(`a,b\n1,${'x'.repeat(32_768)}`)).rejects.toThrow('单元格 B2 的内容超过 32767 个字符');
    await expect(readWhole(Buffer.from('a\n1\n2\n3\n'), 'a.csv', { rows: 2 })).rejects.toThrow(
      '数据超过 2 行，不能一次导入',
    );
    await expect(readSheet(Buffer.from('abc'), 'a.csv', { fileSize: 2 })).rejects.toThrow('文件过大：1 MB，最多 1 MB');
    await expect(read('')).rejects.toThrow('文件是空的');
    await expect(read('\ufeff \r\n\r\n')).rejects.toThrow('文件是空的');
    await expect(read(',,\n,,\n')).rejects.toThrow('文件是空的');
  });
});
