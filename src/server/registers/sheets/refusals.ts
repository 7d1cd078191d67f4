import { visible } from '#rules/text/hidden-characters.ts';

/**
 * Reasons why a file cannot be read as a sheet: code → sentence for the importer. docs/errors.md equals it (a test
 * holds that).
 */
export const refusals = {
  'empty-file': '文件是空的，没有任何内容',
  'file-too-large': '文件过大：{size}，最多 {limit}。请拆成几个文件',
  'not-a-sheet': '文件不是表格：{what}。请使用 .xlsx 或 .csv 文件',
  'old-workbook': '这是旧版 .xls 文件。请在 Excel 或 WPS 中另存为 .xlsx 后再导入',
  'encrypted-workbook': '文件已加密（设有打开密码）。请去掉密码，另存后再导入',
  'other-workbook': '不支持这种工作簿：{what}。请另存为 .xlsx 后再导入',
  'damaged-workbook': '文件已损坏，或者不是完整的 .xlsx 文件（{where}）。请用 Excel 或 WPS 打开后另存，再导入',
  'too-many-entries': '文件内部有 {count} 个部分，最多 {limit} 个。请另存为普通的 .xlsx 文件',
  'unpacks-too-large': '文件解压后超过 {limit}，不能读取。请删除多余的工作表、格式和空行，或拆成几个文件',
  'doctype-in-workbook':
    '文件内含文档类型或实体声明（{where}），出于安全原因不能读取。请用 Excel 或 WPS 打开后另存，再导入',
  'nested-too-deep': '文件内部结构嵌套过深（{where}），不能读取',
  'double-cell': '单元格 {cell} 在文件中出现了两次，看不出哪一个是对的。请用 Excel 或 WPS 打开核对后另存，再导入',
  'double-part': '文件内有两个同名的部分（{where}），看不出哪一个是对的。请用 Excel 或 WPS 打开核对后另存，再导入',
  'no-visible-sheet': '文件中没有可见的工作表',
  'empty-sheet': '工作表“{sheet}”是空的{more}',
  'merged-header': '表头（第 {row} 行）有合并单元格 {range}。表头每列应各有一个标题，请取消合并',
  'too-many-merges': '工作表有超过 {limit} 处合并单元格，不能读取。请全部取消合并，每一格分别填写后再导入',
  'too-many-rows': '数据超过 {limit} 行，不能一次导入。请拆成几个文件',
  'too-many-columns': '第 {row} 行有 {count} 列，最多 {limit} 列。请删除多余的列',
  'cell-too-long': '单元格 {cell} 的内容超过 {limit} 个字符',
  'unknown-encoding': '无法识别文件的编码（{where}）。请另存为 UTF-8 或 GB18030 编码的 CSV，或者使用 .xlsx',
  'other-encoding':
    '文件像是 {encoding} 编码（文本第 {line} 行起），按 GB18030 会读成别的字。请另存为 UTF-8 编码的 CSV，或者使用 .xlsx',
  'mixed-encodings': '文件中混有不同的编码（文本第 {line} 行与其他行不同）。请用同一种编码重新导出',
  'broken-quotes': '文本第 {line} 行的引号不成对，或引号前后有多余的字符',
  'row-too-long': '文本第 {line} 行起的一行数据超过 {limit}，可能是引号没有成对',
  'no-title-row': '前 {limit} 行中没有找到标题行。请在数据上面写一行标题，每列一个，如：姓名、证书编号、登记日期',
  'two-title-rows':
    '标题占了第 {first}、{second} 两行。每列应只有一个标题，都在同一行：请把两行合成一行，如“证书 / 编号”写成“证书编号”',
  'double-title': '标题行（第 {row} 行）中“{title}”出现了两次。请改成不同的标题，或删除一列',
  'no-rows': '标题行（第 {row} 行）下面没有数据。请填写数据后再上传',
  'no-such-sheet': '文件中没有名为“{sheet}”的工作表',
  'took-too-long': '文件过于复杂，在 {seconds} 秒内没有读完',
  'took-too-much-memory': '文件过于复杂，读取时超出了允许的内存',
  'reader-failed': '文件无法读取',
} as const;

export type RefusalCode = keyof typeof refusals;

/** The file is no sheet that can be read. The message is one Chinese sentence or two, with the place. */
export class SheetRefused extends Error {
  override readonly name = 'SheetRefused';
  readonly code: RefusalCode;
  /** values for the sentence’s braces */
  readonly facts: Readonly<Record<string, string | number>>;

  constructor(code: RefusalCode, facts: Readonly<Record<string, string | number>> = {}) {
    super(refusals[code].replace(/\{(\w+)\}/g, (_, name: string) => tame(String(facts[name] ?? ''))));
    this.code = code;
    this.facts = facts;
  }
}

/** Words of a file, such as names of sheets and parts, without their ends and without signs that a terminal obeys. */
const tame = (words: string): string => visible(words.slice(0, 100));

/** e.g. 64 MB */
export const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / (1024 * 1024))} MB`;
