import type { Article } from '#page/data-shapes.ts';
import type { CallFailed } from '#wire/outcomes.ts';
import { field, text, whole } from './read.ts';
import { readArticle } from './read-articles.ts';

/** “业务办理” of the catalogue's words is no page of this site. */
const CHANGED = {
  where: '“业务办理”在本公司的交易软件中；也可以到就近的营业网点办理。',
  ways: [
    { title: '查询营业网点', path: '/branch' },
    { title: '申请专业投资者确认', path: '/serve/professionalInvestor' },
  ],
};

/** The words come with the data: the pages of everybody else need none of them. */
const WORDS = {
  login: { title: '登录后阅读', text: '本文仅向风险测评有效且等级相符的客户开放，请先登录。' },
  level: { title: '您的风险等级不足', text: '请在“业务办理”中重新进行风险测评，或联系您的客户经理。', ...CHANGED },
  evaluation: {
    title: '请先完成风险测评',
    text: '您的风险承受能力测评已过期或尚未进行。请在“业务办理”中完成测评，之后再打开本页。',
    ...CHANGED,
  },
};

/** Meaning of the codes of RK6 for a reader. */
const REASONS: Readonly<Record<string, keyof typeof WORDS>> = {
  '-0801107': 'login',
  '-0801108': 'level',
  '-0801109': 'evaluation',
};

/**
 * RK6: of a restricted article whoever may not read it gets the public frame, which the refusal brings: title, source,
 * time and level. For the catch of a call.
 * @throws the failure, when it is another one or brings no frame
 */
export function frameOrThrow(failure: CallFailed): Article & { channelId: string } {
  const reason = Object.hasOwn(REASONS, failure.code) ? REASONS[failure.code] : undefined;
  const data = failure.envelope?.data;
  if (!reason || !data) throw failure;
  const frame = whole(data);
  const levelName = text(field(frame, 'levelName'));
  const needed = levelName === '' ? '更高等级' : `${levelName}及以上`;
  return {
    ...readArticle(data),
    html: '',
    summary: '',
    files: [],
    withheld: { reason, ...WORDS[reason], needed, own: text(field(frame, 'ownLevelName')) },
  };
}
