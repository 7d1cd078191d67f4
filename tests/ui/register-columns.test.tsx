import { expect, test } from 'vitest';
import { CellText } from '#ui/CellText.tsx';
import { leadOf } from '#rules/registers/lead-column.ts';
import { piecesOf } from '#ui/register-columns.ts';
import { draw } from '../world/draw.tsx';

const titled = (...titles: string[]) => titles.map((title) => ({ title, type: 'text' }));

test('a row is called by its person before any body, never by a department, and a post by its name', () => {
  expect(leadOf(titled('营业部', '部门名称', '员工姓名', '员工编号'))?.title).toBe('员工姓名');
  expect(leadOf(titled('省份', '营业部名称', '地址'))?.title).toBe('营业部名称');
  expect(leadOf([...titled('岗位', '部门'), { title: '投递邮箱', type: 'text', convert: false }])?.title).toBe('岗位');
  expect(leadOf([...titled('项目'), { title: '代码', type: 'text', convert: false }])?.title).toBe('代码');
});

test('names of bodies, addresses and enumerations are broken between their words only, in both scripts', () => {
  const pieces = (title: string, text: string) => piecesOf(text, { title }).join('|');
  expect(pieces('名称', '示例证券有限公司天津青年路证券营业部')).toBe('示例证券有限公司|天津青年路|证券营业部');
  expect(pieces('所属营业部', '示例證券有限公司三亞文化路證券營業部')).toBe('示例證券有限公司|三亞文化路|證券營業部');
  expect(pieces('所在机构', '示例证券有限公司')).toBe('示例证券|有限公司');
  expect(pieces('名称', '示例市政工程')).toBe('示例市政工程');
  expect(pieces('地址', '石家庄市新城区中山路312号锦程大厦4层')).toBe('石家庄市|新城区|中山路312号|锦程大厦4层');
  expect(pieces('可办业务', '两融、期权、港股通')).toBe('两融、|期权、|港股通');
  expect(pieces('备注', '公司公告、客户经理与营业部公告栏同时发布的，以公司公告为准')).not.toContain('|');
});

test('a text of several pieces is one element, so that a card does not set each of them as a cell of its own', () => {
  expect(
    draw(<CellText value="示例证券有限公司北京分公司" column={{ field: 'name', title: '名称', type: 'text' }} />),
  ).toBe('<span class="words">示例证券有限公司<wbr/>北京分公司</span>');
  expect(draw(<CellText value="北京" column={{ field: 'name', title: '名称', type: 'text' }} />)).toBe('北京');
});
