import { expect, test } from 'vitest';
import { tellsOf } from '#console/editions/act-words.ts';
import { DocumentDifferences } from '#console/editions/DocumentDifferences.tsx';
import { changeAnchor, groupsOf } from '#console/editions/change-groups.ts';
import { FoldedWhenMany, MOST_UNFOLDED } from '#console/parts/Folded.tsx';
import type { Change } from '#kinds/index.ts';
import { draw } from '../world/draw.tsx';

const hotline: Change = { kind: 'setting', id: 'site', document: {} };
const visible: Change = { kind: 'setting', id: 'site.visible', document: true };

test('[SU10] while visitors do not see the site a publication says so, and the one that shows it says that everything becomes visible', () => {
  expect(tellsOf('publish', false, [hotline])).toContain('访客要到“开通网站”以后才看得到');
  expect(tellsOf('schedule', false, [hotline])).toContain('访客要到“开通网站”以后才看得到');
  expect(tellsOf('publish', false, [hotline, visible])).toContain('已经发布的全部内容立即对所有人可见');
  for (const isShown of [true, undefined]) expect(tellsOf('publish', isShown, [visible])).not.toContain('开通');
});

test('[SU12] more than twelve things are folded and drawn once opened, which an address does, too; they stand by kind', () => {
  const part = (count: number, isNamed = false) =>
    draw(
      <FoldedWhenMany count={count} title="栏目 13 项" isNamed={isNamed}>
        <p>内容</p>
      </FoldedWhenMany>,
    );
  expect(part(MOST_UNFOLDED)).toBe('<p>内容</p>');
  expect(part(13)).toBe('<details class="folded"><summary>栏目 13 项</summary></details>');
  expect(part(13, true)).toContain('<p>内容</p>');
  expect(changeAnchor(2)).toBe('change-3');
  const groups = groupsOf(
    [hotline, { kind: 'article', id: '3', withdraw: { reason: '误' } }, visible].map((change, at) => ({
      change: change as Change,
      at,
    })),
  );
  expect(groups.map(({ kind: { name }, changes }) => [name, changes.map(({ at }) => at)])).toEqual([
    ['setting', [0, 2]],
    ['article', [1]],
  ]);
});

test('[RV2] a part of the difference that is loaded apart is no place to be seen before its words are there', () => {
  const loading = draw(<DocumentDifferences subject="setting:site" before={{}} after={{ name: '新名' }} />);
  expect(loading).toContain('data-pending=""');
  expect(loading).not.toContain('data-difference');
});
