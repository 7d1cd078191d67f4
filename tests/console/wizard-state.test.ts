import { expect, test } from 'vitest';
import { emptyState, named, stateOf, titled, type WizardState } from '#console/wizard/wizard-state.ts';
import { tableOfToday } from '#kinds/register/upgrade-wizard.ts';
import type { WizardTable } from '#wire/wizard.ts';

const table: WizardTable = tableOfToday({
  title: '营销人员公示',
  columns: [],
  key: [],
  filters: [],
  search: [],
  order: [],
  countWord: '人',
  dataDate: '2026-11-01',
  notes: '',
});
const begun: WizardState = { ...emptyState('table'), table };
const after = (state: WizardState, changed: Partial<WizardState>): WizardState => ({ ...state, ...changed });
const callsOf = ({ channel, table: own }: WizardState): (string | undefined)[] => [channel.name, own?.definition.title];

test('[RG18] the table is called as its channel, until it is called otherwise', () => {
  const first = after(begun, named(begun, ' 投资顾问名单'));
  expect(callsOf(first)).toEqual([' 投资顾问名单', '投资顾问名单']);
  const emptied = after(first, named(first, ''));
  expect(callsOf(emptied)).toEqual(['', '投资顾问名单']);
  const second = after(emptied, named(emptied, '投顾'));
  expect(callsOf(second)).toEqual(['投顾', '投顾']);
  const own = after(second, titled(second, second.table!, '投顾人员一览'));
  expect(callsOf(after(own, named(own, '投顾名单')))).toEqual(['投顾名单', '投顾人员一览']);
  // called as the channel again, it follows it again
  const same = after(own, titled(own, own.table!, '投顾'));
  expect(callsOf(after(same, named(same, '投顾名单')))).toEqual(['投顾名单', '投顾名单']);
  expect(named(begun, '投'.repeat(80)).table?.definition.title).toHaveLength(60);
});

test('[RG18] of an edition that is gone on with, a title other than the name of the channel stays', () => {
  const edition = { editionId: 1, version: 1, reason: '' };
  const of = (name: string): WizardState =>
    stateOf({ kind: 'table', channel: { ...begun.channel, name }, table }, edition);
  expect(callsOf(after(of('投顾名单'), named(of('投顾名单'), '投顾')))).toEqual(['投顾', '营销人员公示']);
  expect(callsOf(after(of('营销人员公示'), named(of('营销人员公示'), '投顾')))).toEqual(['投顾', '投顾']);
});

test('[WB1] a new channel begins with the duty that is usual for its kind of content', () => {
  const kinds = ['table', 'list', 'article'] as const;
  expect(kinds.map((kind) => emptyState(kind).channel.freshness)).toEqual(['days-5', 'none:有事项时才发布', 'yearly']);
});
