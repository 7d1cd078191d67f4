import { article } from '#kinds/article/index.ts';
import { writtenOf } from '#kinds/changes.ts';
import { channel } from '#kinds/channel/index.ts';
import { sameNameWords } from '#kinds/channel/plan/plan-warnings.ts';
import type { Change } from '#kinds/index.ts';
import { rowCount, rows as rowsKind } from '#kinds/rows/index.ts';
import { personalColumns } from '#kinds/register/server/personal-columns.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { AFTER_END } from '#rules/registers/ended-mark.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { fileFields } from '#kinds/register/wizard-table.ts';
import type { WizardPlan, WizardReview } from '#wire/wizard.ts';
import type { Site } from '../../site/site.ts';

const CHECKS = { staff: '人员核验', product: '产品核验' } as const;

/** Sentences on the parts that would become public, and on the parts of the file that stay inside. */
export function changeWords(changes: readonly Change[], { table }: Pick<WizardPlan, 'table'>): string[] {
  return [
    ...writtenOf(channel, changes).map(({ document: { name, url } }) => `新建栏目“${name}”，地址 ${SITE_BASE}/${url}`),
    ...writtenOf(rowsKind, changes).flatMap(({ document }) => [
      `公示“${document.definition.title}”${rowCount(document).toLocaleString('zh-CN')} 行，数据截至 ${document.dataDate}`,
      verifyWords(document.definition),
      ...insideWords(table),
    ]),
    ...writtenOf(article, changes).map(
      ({ document: { title, attachments = [] } }) =>
        `发布文章“${title}”${attachments.length > 0 ? `，附件 ${attachments.length} 个` : ''}`,
    ),
  ];
}

function verifyWords({ title, fields, verify }: RegisterDefinition): string {
  if (!verify) return `“${title}”不纳入人员核验和产品核验`;
  const ended = verify.ended
    ? `；“${fields[verify.ended.field]!.title}”为${verify.ended.values.map((value) => `“${value}”`).join('、')}的，核验时说明“${AFTER_END[verify.kind]}”`
    : `；没有标记${verify.kind === 'staff' ? '离岗' : '结束'}，核验时不说明任何${verify.kind === 'staff' ? '人已离岗' : '产品已结束'}`;
  return `“${title}”纳入${CHECKS[verify.kind]}，查到时显示：${verify.show.map((name) => fields[name]!.title).join('、')}${ended}`;
}

function insideWords(table: WizardPlan['table']): string[] {
  const titles = (which: string): string =>
    (table ? fileFields(table) : [])
      .filter(({ visibility }) => visibility === which)
      .map(({ field }) => field.title)
      .join('、');
  const words = [
    ['不公开，只存档', titles('hidden')],
    ['不导入', titles('left-out')],
  ] as const;
  return words.flatMap(([word, which]) => (which === '' ? [] : [`${word}：${which}`]));
}

type Warnings = WizardReview['warnings'];

/** Allowed states that are perhaps not intended, each with the step in which it is put right. */
export const reviewWarnings = (changes: readonly Change[], site: Pick<Site, 'channels' | 'registers'>): Warnings => [
  ...personalColumns(changes, site).map(({ words }): Warnings[number] => ({
    step: 'fields',
    message: `${words}。不应公示的，请在“核对字段”中改为“不公开，只存档”`,
  })),
  ...writtenOf(channel, changes).flatMap(({ document }): Warnings => {
    const message = sameNameWords(document, site.channels);
    return message === '' ? [] : [{ step: 'channel', message }];
  }),
  ...uncheckedPersons(changes),
];

/** A table of persons that the check of persons does not search: visitors who look for one of them are warned to pay nothing. */
function uncheckedPersons(changes: readonly Change[]): Warnings {
  return writtenOf(rowsKind, changes).flatMap(({ document: { definition } }) => {
    if (definition.verify?.kind === 'staff') return [];
    const { title, columns, fields } = definition;
    const named = columns.find((name) => fields[name]?.title.endsWith('姓名'));
    return named === undefined
      ? []
      : [
          {
            step: 'display',
            message: `“${title}”有“${fields[named]!.title}”，但不纳入人员核验：访客在“人员核验”中查不到表中的人，会被提醒“请勿转账”。如果是本公司的人员，请在“显示和查询”的“纳入核验”中选择“人员核验”`,
          },
        ];
  });
}
