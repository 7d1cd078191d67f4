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
  }, 60_000);

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
