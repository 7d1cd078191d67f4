import { text } from '#page/schema-words.ts';
import type { AttachmentPlan } from '../articles/draft.ts';
import { makeDocx, makeXlsx } from '../files/packages.ts';
import { makePdf } from '../files/pdf.ts';
import { readRows } from '../read-texts.ts';

const FEES = readRows(new URL('./fees.csv', import.meta.url), {
  项目: text(),
  收费标准: text(),
  收取方: text(),
  说明: text(),
});
/** the titles of the columns, then the rows */
const SHEET = [Object.keys(FEES[0]!), ...FEES.map((row) => Object.values(row))];

/** Files of 收费标准公示. */
export const feeFiles: AttachmentPlan[] = [
  { filename: '收费标准清单.xlsx', extension: 'xlsx', make: () => makeXlsx('收费标准', SHEET) },
  {
    filename: '收费标准公示（签发版）.pdf',
    extension: 'pdf',
    make: () =>
      makePdf({
        title: '示例证券有限公司收费标准公示',
        paragraphs: [
          '本公示列明公司主要业务的收费项目与标准，佣金为上限，实际标准以客户协议为准。',
          ...FEES.map(({ 项目, 收费标准, 收取方, 说明 }) => `${项目}：${收费标准}（${收取方}${说明 && `，${说明}`}）`),
        ],
        signature: ['示例证券有限公司'],
      }),
  },
  {
    filename: '价目与佣金说明.docx',
    extension: 'docx',
    make: () =>
      makeDocx({
        title: '价目与佣金说明',
        paragraphs: [
          '佣金由双方协商确定，包含代收的规费。营业部应当在显著位置公示收费标准，并在客户提出查询时当场答复。',
        ],
        table: SHEET.slice(0, 5),
      }),
  },
];
