import type { KindWords } from '../define-kind.ts';
import { memberTitle } from '../field-titles.ts';

interface Rule {
  title: string;
  program: string;
  token: number;
  share: number;
  until: string;
  wait: number;
}

/** '“融资融券日报”（令牌 3）报送的内容…' */
const ruleWords = ({ program, token, share, until, wait }: Rule): string =>
  `“${program}”（令牌 ${token}）报送的内容等待 ${wait} 分钟后按规则发布，20 小时内变动合计不超过 ${share}%，至 ${until} 为止`;

export const words: KindWords<Rule> = {
  titleOf: ({ title }) => `报送规则“${title}”`,
  summaryOf: ruleWords,
  seenAt: () => '在显示这个登记表的页面：程序报送的内容不再逐次审核',
  fieldTitle: (path) =>
    memberTitle(path, {
      title: '登记表',
      program: '程序',
      token: '令牌',
      share: '变动上限（%）',
      until: '截止日期',
      wait: '等待（分钟）',
    }),
  withdrawal: { title: '终止报送规则', quotes: ['“', '”'], seenAt: '程序报送的内容改为逐次审核' },
};
