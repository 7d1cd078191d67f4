import { list, object, text, type ValueOf } from '#page/schema-words.ts';
import { bullets, h2, p, summaryOf, type Draft } from '../articles/draft.ts';
import { addDays, tradingDayOnOrBefore } from '../calendar.ts';
import { CHANNEL } from '../channels.ts';
import { makePdf } from '../files/pdf.ts';
import { dice } from '../random.ts';
import { readTexts } from '../read-texts.ts';

/** A text of 业务指南 or 法律法规; rules are summarised in the firm's own words, never quoted, and under no real title. */
const marginText = object({ title: text(), lead: text(), points: list(text()), close: text() });
type MarginText = ValueOf<typeof marginText>;
/** One of 合同及风险揭示书: its purpose and main clauses; the full text is in the PDF. */
const contractText = object({ title: text(), purpose: text(), clauses: list(text()) });
type ContractText = ValueOf<typeof contractText>;

const GUIDES = readTexts(new URL('./margin-guides.json', import.meta.url), list(marginText));
const RULES = readTexts(new URL('./margin-rules.json', import.meta.url), list(marginText));
const CONTRACTS = readTexts(new URL('./margin-contracts.json', import.meta.url), list(contractText));

/** Permanent texts of 融资融券: guides, rules in the firm's words, contracts with their PDF. */
export function marginDrafts(share: number, lastDay: string): Draft[] {
  const part = <Text>(texts: readonly Text[], least: number) => (share === 1 ? texts : texts.slice(0, least));
  return [
    ...dated('margin-guide', CHANNEL.marginGuide, lastDay, part(GUIDES, 3).map(explained('要点', '融资融券部'))),
    ...dated('margin-rule', CHANNEL.marginLaw, lastDay, part(RULES, 3).map(explained('主要内容', '合规管理总部'))),
    ...dated('margin-contract', CHANNEL.marginContract, lastDay, part(CONTRACTS, 3).map(contract)),
  ];
}

type MarginDraft = Pick<Draft, 'title' | 'content' | 'source' | 'attachments'>;

const explained =
  (heading: string, source: string) =>
  ({ title, lead, points, close }: MarginText): MarginDraft => ({
    title,
    content: [p(lead), h2(heading), bullets(points), p(close)].join(''),
    source,
    attachments: [],
  });

function contract({ title, purpose, clauses }: ContractText): MarginDraft {
  const paragraphs = [
    purpose,
    ...clauses.map((clause, index) => `第${index + 1}条　${clause}。`),
    '本文本为演示数据，内容均为虚构，不得用于签署。',
  ];
  const signature = ['甲方（客户）签字：＿＿＿＿＿＿＿＿', '乙方：示例证券有限公司', '日期：＿＿＿＿年＿＿月＿＿日'];
  return {
    title,
    content: [p(purpose), h2('主要条款'), bullets(clauses), p('签署之前，请下载并阅读全文。')].join(''),
    source: '融资融券部',
    attachments: [
      { filename: `${title}.pdf`, extension: 'pdf', make: () => makePdf({ title, paragraphs, signature }) },
    ],
  };
}

/** Dates the texts some weeks apart; the first of the list gets the newest day. */
function dated(name: string, channelId: string, lastDay: string, texts: MarginDraft[]): Draft[] {
  let day = lastDay;
  return texts.map((text, rowNo): Draft => {
    const random = dice(name, rowNo);
    day = tradingDayOnOrBefore(addDays(day, -random.int(6, 40)));
    return {
      channelId,
      ...text,
      summary: summaryOf(text.content),
      day,
      hour: random.int(9, 16),
      minute: random.int(0, 59),
      topFlag: 0,
      picture: '',
    };
  });
}
