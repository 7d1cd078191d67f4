import { expect, test } from 'vitest';
import { pageName } from '#rules/addresses/page-name.ts';

const channels = [
  { channelId: '00010005', url: 'publicChannel/branchManagers', name: '分支机构负责人' },
  { channelId: '0001080009', url: 'serve/ib', name: '期货中间介绍' },
];

test.each([
  [{ title: '检索', for: { path: '/search' } }, '检索'],
  [{ for: { channel: '00010005' }, blocks: [{ title: '说明' }] }, '分支机构负责人'],
  [{ for: { url: 'publicChannel/branchManagers' } }, '分支机构负责人'],
  [{ for: { url: 'publicChannel/branchManagers/detail' } }, '分支机构负责人的详情'],
  [{ for: { idEnds: '080009' } }, '期货中间介绍'],
  [{ for: [{ url: 'serve/ib' }, { url: 'news/report' }] }, '期货中间介绍等 2 处'],
  [{ for: { contentKind: 'downList' } }, '只有附件的栏目'],
  [{ for: { default: true } }, '默认页面'],
  [{ for: { channel: 'ended' }, blocks: [{ id: 'a' }, { props: { title: '联系我们' } }] }, '联系我们'],
  [{ for: { channel: 'ended' }, blocks: [] }, undefined],
  [null, undefined],
])('[RG18] the page %j is called %s', (document, name) => {
  expect(pageName(document, () => channels)).toBe(name);
});
