import { expect, test } from 'vitest';
import { SectionMenu } from '#page/layouts/SectionMenu.tsx';
import { draw, textOf } from '../world/draw.tsx';

const changes = { title: '变动清单', path: '/serve/margin/stock/changes', current: true };
const items = [
  { title: '融资融券', path: '/serve/margin', current: false, children: [{ title: '标的证券查询', path: '/serve/margin/stock', current: false, children: [changes] }] },
  { title: '营业网点', path: '/branch', current: false },
];

test('the section menu shows every level on the way to a channel, and marks that channel alone', () => {
  const markup = draw(<SectionMenu title="客户服务" items={items} />);
  expect(textOf(markup)).toBe('融资融券 标的证券查询 变动清单 营业网点');
  expect(markup.match(/aria-current="page"/g)).toHaveLength(1);
  expect(markup).toMatch(/changes" aria-current="page"|aria-current="page" href="[^"]*changes"/);
});
