import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stateOfToday, emptyState, type WizardState } from '#console/wizard/wizard-state.ts';
import { checkRegister } from '#page/check-register.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { planOfToday, tableOfToday, type FormerTable } from '#kinds/register/upgrade-wizard.ts';
import { fileFields } from '#kinds/register/wizard-table.ts';
import type { WizardPlan } from '#wire/wizard.ts';

/** A table as version 0.5 kept it, and the definition that it made of it. */
const { table: former, definition } = JSON.parse(
  readFileSync(new URL('fixture/former-table.json', import.meta.url), 'utf8'),
) as { table: FormerTable; definition: RegisterDefinition };
const plan = { kind: 'table', channel: { name: '代销产品' }, table: former } as unknown as WizardPlan;

test('[UP1] a plan of version 0.5 becomes the definition that it became then, with the places of its columns', () => {
  const { table } = planOfToday(plan);
  expect(table!.definition).toEqual(definition);
  expect(table!.definition.columns).toEqual(definition.columns);
  expect(checkRegister(table!.definition).problems).toEqual([]);
  expect(table!.columns.map(({ place, header }) => [place, header])).toEqual(
    former.columns.map(({ place, header }) => [place, header]).toSorted(([a], [b]) => Number(a) - Number(b)),
  );
  const of = (header: string) => fileFields(table!).find((one) => one.header === header)!;
  expect(of('经办人')).toMatchObject({ visibility: 'left-out', field: { title: '经办人', type: 'choice' } });
  expect(of('约定年化')).toMatchObject({ visibility: 'by-level' });
  expect(of('折算率')).toMatchObject({ field: { fraction: true } });
  expect(of('产品名称').wrong).toEqual([{ text: '示例稳健9号', meant: '示例稳健19号' }]);
  expect([table!.notes, table!.dataDate]).toEqual(['本表按月更新。', '2026-11-01']);
});

test('[UP1] what is in the words of today stays as it is', () => {
  const today = planOfToday(plan);
  expect(planOfToday(today)).toEqual(today);
  const { table: _table, ...list } = plan;
  expect(planOfToday(list)).toEqual(list);
});

test('[UP1] [AC12] what a window kept since version 0.5 is gone on with, also settings of columns that only an earlier file had', () => {
  const [first, ...others] = former.columns;
  const stored = {
    ...emptyState('table'),
    table: { ...former, columns: others },
    proposed: former,
    lost: { columns: [first], filters: [], search: [], show: [], order: { was: [first!.name], instead: former.order } },
    upload: { title: '已换成新文件', lines: [], isWarning: false, before: { table: former } },
    note: '请尽快',
  } as unknown as WizardState;
  const state = stateOfToday(stored);
  expect(state.table!.definition.title).toBe(former.title);
  expect(state.proposed).toEqual(tableOfToday(former));
  expect(state.lost!.columns[0]).toMatchObject({ header: first!.header, field: { title: first!.title } });
  expect(state.lost!.order).toEqual({ was: [first!.name], instead: former.order });
  expect([state.note, state.upload]).toEqual(['请尽快', undefined]);
  expect(stateOfToday(state)).toEqual(state);
});
