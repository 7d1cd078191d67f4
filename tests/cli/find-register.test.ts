import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findRegister } from '#cli/find-register.ts';
import { refusedRegisters } from '#cli/refused-registers.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { loadPages } from '#server/site/page-store.ts';
import { speakAs } from '../world/language.ts';

// editors work with its Chinese
speakAs('zh_CN.UTF-8');

const register = (name: string, title: string) => ({ register: name, title }) as RegisterDefinition;
const registers = [
  register('ib-staff', '期货IB业务人员'),
  register('fund-list', '代销公募基金'),
  register('stock', '标的证券'),
  register('stock-old', '标的证券'),
];
const named = (name: string) => {
  const found = findRegister(registers, name);
  return typeof found === 'string' ? found : found.register;
};

test.each([
  ['ib-staff', 'ib-staff'],
  ['IB-Staff', 'ib-staff'],
  ['期货IB业务人员', 'ib-staff'],
  ['期货ＩＢ业务人员', 'ib-staff'],
  ['代销公募 基金', 'fund-list'],
])('[RG6] a register is found by its name or its title: %s', (given, found) => {
  expect(named(given)).toBe(found);
});

test('[RG6] a title that two registers have names neither', () => {
  expect(named('标的证券')).toBe(
    '有 2 个登记表叫“标的证券”，请改写英文名：\n  stock      标的证券\n  stock-old  标的证券',
  );
});

test.each([
  ['ib-saff', 'ib-staff'],
  ['期货IB业务员', 'ib-staff'],
  ['公募基金', 'fund-list'],
  ['期货IB业务人员名单', 'ib-staff'],
])('[RG6] what was probably meant is told: %s', (given, meant) => {
  expect(named(given)).toMatch(new RegExp(`^没有登记表“${given}”。您是不是要找：\\n  ${meant} `));
});

test('[RG6] what is like nothing gets all registers', () => {
  expect(named('天气')).toMatch(
    /^没有登记表“天气”。\n现有的登记表（写英文名或标题都可以）：\n {2}ib-staff {3}期货IB业务人员\n/,
  );
});

describe('[RG6] a definition that is there but refused', () => {
  const dir = mkdtempSync(join(tmpdir(), 'registers-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const paramsFor = (name: string) =>
    findRegister(registers, name, refusedRegisters(dir, loadPages({ dir, editions: [], widgets: [], sources: [] })));

  test('is told with its file and the reason, by its name, its title, and the name it states', () => {
    mkdirSync(join(dir, 'registers'));
    writeFileSync(
      join(dir, 'registers', 'training-base.json'),
      '{ "register": "training-base", "title": "实习基地", "key": ["a"],\n]',
    );
    const words =
      /^登记表“(.+)”的定义有误，不能使用：\n {2}page-schemas\/registers\/training-base\.json: unreadable-file: There is a comma too many before \], at line 1, column 61\.\n请改正后再试/;
    for (const name of ['training-base', '实习基地']) expect(paramsFor(name)).toMatch(words);
    writeFileSync(
      join(dir, 'registers', 'base.json'),
      JSON.stringify({
        schemaVersion: 1,
        register: 'bases',
        title: '基地',
        endpoints: [],
        key: ['a'],
        fields: { a: { title: '甲', type: 'text' } },
        columns: ['a'],
        filters: [],
        order: [],
      }),
    );
    expect(paramsFor('bases')).toMatch(
      /^登记表“bases”的定义有误，不能使用：\n {2}page-schemas\/registers\/base\.json: misnamed-file: /,
    );
    expect(paramsFor('天气')).toMatch(/^没有登记表“天气”/);
  });
});
