import { expect, test } from 'vitest';
import { legalSkeleton, type LegalName } from '#kinds/article/server/legal-skeletons.ts';

const FIRM = { name: '新证券', hotline: '95500', email: 'a@b.example', addresses: [{ title: '总部', text: '云岭市' }] };
const textOf = (name: LegalName, has = { mail: false, staffCheck: false }): string =>
  legalSkeleton(name, FIRM, has).html;

test('[SU7] a prepared text promises what the site offers and nothing else', () => {
  expect(textOf('privacy')).not.toContain('订阅');
  expect(textOf('privacy', { mail: true, staffCheck: false })).toContain('订阅：您填写的电子邮箱');
  expect(textOf('notice')).not.toContain('核验');
  expect(textOf('notice', { mail: false, staffCheck: true })).toContain('“人员核验”中查询');
  expect(textOf('agreement')).toMatch(/并提供【待填：[^】]*】。/);
  expect(textOf('agreement').replaceAll(/【待填：[^】]*】/g, '')).not.toMatch(/新闻|行情|投资者教育/);
  expect(textOf('notice')).not.toContain('箭头');
  for (const name of ['privacy', 'agreement', 'notice'] as const)
    expect(textOf(name)).toContain('发送邮件至 a@b.example，或写信至云岭市，我们在');
});

test('[SU25] the prepared accessibility statement says nothing of the firm that is no gap', () => {
  const text = textOf('accessibility').replaceAll(/【待填：[^】]*】/g, '');
  for (const words of ['当面', 'WCAG', '规范', '每次更新', '客服读出']) expect(text).not.toContain(words);
  expect(textOf('accessibility')).toContain('发送邮件至 a@b.example');
});
