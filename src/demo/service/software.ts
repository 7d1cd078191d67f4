import { integer, text } from '#page/schema-words.ts';
import type { AttachmentPlan } from '../articles/draft.ts';
import { addDays } from '../calendar.ts';
import { makeZip } from '../files/packages.ts';
import { readRows } from '../read-texts.ts';

const LINES = readRows(new URL('./software.csv', import.meta.url), {
  /** name of the file, without version and extension */
  name: text(),
  extension: text(),
  version: text(),
  platform: text(),
  /** days since it was published */
  age: integer(),
  note: text(),
});

/** 软件下载 on a day. Instead of programs it offers small invented packages that say so. */
export function softwareOf(day: string): AttachmentPlan[] {
  return LINES.map(({ name, extension, version, platform, age, note }): AttachmentPlan => {
    const filename = `${name}_${version}.${extension}`;
    return {
      filename,
      extension,
      make: () => packageOf(filename, platform, note),
      release: { version, platform, date: addDays(day, -age), note },
    };
  });
}

/** A package: an archive for extensions of the zip family; for others, bytes that no program loader accepts. */
function packageOf(filename: string, platform: string, note: string): Promise<Buffer> | Buffer {
  const words = `${filename}\r\n${platform}\r\n${note}\r\n\r\n演示数据：本文件不含任何程序，仅用于演示下载与校验。\r\n`;
  if (/\.(zip|apk)$/.test(filename)) return makeZip({ '说明.txt': words });
  return Buffer.concat([Buffer.from([0x00, 0x44, 0x45, 0x4d, 0x4f, 0x00]), Buffer.from(words, 'utf8')]);
}
