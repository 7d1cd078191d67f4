import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { FindingList } from '#console/parts/FindingList.tsx';
import { checksToLookAt, passedChecksOf } from '#console/editions/passed-checks.ts';
import type { Change } from '#kinds/index.ts';
import type { RedLine } from '#rules/registers/red-lines.ts';
import type { Finding } from '#wire/edition-answers.ts';
import { draw, textOf } from '../world/draw.tsx';

const finding = (at: number, more: Partial<Finding> = {}): Finding => ({
  key: String(at),
  change: 0,
  check: 'advert-word',
  severity: 'reason',
  place: `第 ${at} 段`,
  shown: '“最佳”',
  ...more,
});

test('[CK4] the gravest findings come first, each with the reason that was given, and many of one check are folded', () => {
  const findings = [
    finding(1, { check: 'picture-alt', severity: 'note', shown: '图片' }),
    finding(2),
    finding(3),
    finding(4, { check: 'dead-link', severity: 'stop', shown: '“/a”' }),
  ];
  const list = (all: Finding[], note?: string) =>
    textOf(
      draw(
        <MemoryRouter>
          <FindingList findings={all} {...(note !== undefined && { submitNote: note })} />
        </MemoryRouter>,
      ),
    );
  expect(list(findings, '请审核\n第 2 段（“最佳”）：奖项名称')).toBe(
    '1 处站内链接打不开 不得提交 第 4 段（“/a”） 2 处像是广告法限制的用语 须说明理由 第 2 段（“最佳”） 理由：奖项名称 第 3 段（“最佳”） 没有说明理由 1 处图片没有文字说明 提示 第 1 段（图片）',
  );
  expect(list([finding(1)], '')).not.toContain('没有说明理由');
  const many = list(Array.from({ length: 7 }, (_, at) => finding(at)));
  expect(many).toContain('7 处像是广告法限制的用语');
  expect(many).toContain('另外 2 处');
  expect(many).not.toContain('第 6 段');
});

test('[CK4] checks that passed are listed with the red lines that rows did not cross', () => {
  const rows = [{ kind: 'rows', document: {} } as Change];
  const article = [{ kind: 'article', document: {} } as Change];
  const lines = [{ rule: 'tenfold' } as RedLine, { rule: 'tenfold' } as RedLine];
  expect(passedChecksOf({ passed: ['dead-link'] }, { lines: [] }, article)).toEqual(['站内链接都打得开']);
  const ofRows = passedChecksOf({ passed: [] }, { lines }, rows);
  expect(ofRows).toContain('没有移除超过两成的数据行');
  expect(ofRows).not.toContain('没有超过十倍的数字变动');
  expect(checksToLookAt({ findings: [finding(1), finding(2)] }, { lines })).toBe(2);
});
