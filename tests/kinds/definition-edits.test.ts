import { expect, test } from 'vitest';
import {
  addChoice,
  addField,
  dropChoice,
  dropField,
  isSearched,
  mergeChoice,
  moveColumn,
  nameField,
  orderFirst,
  putAudience,
  putType,
  renameChoice,
  splitChoice,
  toggleFilter,
  toggleKey,
  toggleSearch,
  type DefinitionDraft,
} from '#kinds/register/definition/edits.ts';
import { definitionEffects } from '#kinds/register/effects.ts';
import { endedInDraft, mixedMerges, mixedMergeWords } from '#kinds/register/mixed-merges.ts';
import { RereadCells } from '#kinds/rows/server/reread-cells.ts';
import { rowRewriter } from '#kinds/rows/server/rewrite.ts';
import { audienceOf, fieldsInOrder } from '#kinds/register/register-parts.ts';
import { readRegister } from '#page/check-register.ts';
import type { FieldDefinition, RegisterDefinition } from '#page/register-schema.ts';

const DOCUMENT: RegisterDefinition = {
  schemaVersion: 1,
  register: 'deal-staff',
  title: '交易人员',
  endpoints: [],
  key: ['no'],
  fields: {
    no: { title: '编号', type: 'text', required: true },
    name: { title: '姓名', type: 'text', required: true },
    desk: {
      title: '条线',
      type: 'choice',
      choices: { 自营: '自营', 资管: '资管', 清算: '清算' },
      tags: { 清算: 'quiet' },
    },
    state: { title: '状态', type: 'choice', choices: { '1': '在岗', '2': '离岗' } },
    mobile: { title: '手机', type: 'text' },
  },
  columns: ['no', 'name', 'desk', 'state'],
  filters: [{ field: 'desk' }, { fuzzy: ['name', 'no'], name: 'fuzzyItem', title: '姓名或编号', whole: ['no'] }],
  order: ['no'],
  countWord: '人',
  history: { compare: [] },
  verify: { kind: 'staff', show: ['name', 'desk'], ended: { field: 'state', values: ['2'] } },
};
const DRAFT: DefinitionDraft = { document: DOCUMENT, fill: {}, values: {} };

/** Every edit leaves a definition that can be published. */
const good = (draft: DefinitionDraft): DefinitionDraft => {
  expect(readRegister(draft.document).problems).toEqual([]);
  return draft;
};

test('[RG23] a choice that is renamed or merged takes its rows with it, step by step and back', () => {
  const renamed = good(renameChoice(DRAFT, 'desk', '清算', '清算岗'));
  expect(renamed.document.fields.desk!.choices).toEqual({ 自营: '自营', 资管: '资管', 清算岗: '清算岗' });
  expect(renamed.document.fields.desk!.tags).toEqual({ 清算岗: 'quiet' });
  expect(renamed.values.desk).toEqual({ 清算: '清算岗' });
  const again = renameChoice(renamed, 'desk', '清算岗', '结算岗');
  expect(again.values.desk).toEqual({ 清算: '结算岗', 清算岗: '结算岗' });
  expect(good(renameChoice(again, 'desk', '结算岗', '清算')).values.desk!.清算).toBeUndefined();
  const merged = good(mergeChoice(renamed, 'desk', '清算岗', '自营'));
  expect(merged.values.desk).toMatchObject({ 清算: '自营' });
  expect(merged.document.fields.desk).toEqual({
    title: '条线',
    type: 'choice',
    choices: { 自营: '自营', 资管: '资管' },
  });
  // a code stays, and its name changes
  const coded = good(renameChoice(DRAFT, 'state', '2', '已离岗'));
  expect([coded.document.fields.state!.choices, coded.values.state]).toEqual([{ '1': '在岗', '2': '已离岗' }, {}]);
  expect(coded.document.verify!.ended!.values).toEqual(['2']);
  expect(good(addChoice(DRAFT, 'desk', '做市')).document.fields.desk!.choices).toHaveProperty('做市');
  expect(addChoice(DRAFT, 'desk', '自营')).toBe(DRAFT);
  expect(good(dropChoice(DRAFT, 'desk', '资管')).document.fields.desk!.choices).not.toHaveProperty('资管');
});

test('[VA9] merging choices never moves the mark of who has left', () => {
  expect(mergeChoice(DRAFT, 'state', '2', '1')).toBe(DRAFT);
  expect(mergeChoice(DRAFT, 'state', '1', '2')).toBe(DRAFT);
  const both = good(addChoice(DRAFT, 'state', '离职'));
  const marked = (values: string[]): DefinitionDraft => ({
    ...both,
    document: { ...both.document, verify: { ...both.document.verify!, ended: { field: 'state', values } } },
  });
  const merged = good(mergeChoice(marked(['2', '离职']), 'state', '离职', '2'));
  expect(merged.document.verify!.ended!.values).toEqual(['2']);
  expect(mergeChoice(marked(['2']), 'state', '离职', '2')).toEqual(marked(['2']));
  expect(good(mergeChoice(marked(['2']), 'state', '离职', '1')).document.verify!.ended!.values).toEqual(['2']);
});

test('[VA9] merges and new names of choices are taken back one by one, with name and mark', () => {
  const { desk, state } = DOCUMENT.fields as { desk: FieldDefinition; state: FieldDefinition };
  const steps = [
    (draft: DefinitionDraft) => mergeChoice(draft, 'desk', '清算', '自营'),
    (draft: DefinitionDraft) => mergeChoice(draft, 'desk', '资管', '自营'),
  ];
  const merged = steps.reduce((made, step) => step(made), DRAFT);
  expect(merged.values.desk).toEqual({ 清算: '自营', 资管: '自营' });
  const one = good(splitChoice(merged, 'desk', '资管', desk));
  expect([one.values.desk, Object.keys(one.document.fields.desk!.choices!).toSorted()]).toEqual([
    { 清算: '自营' },
    ['自营', '资管'].toSorted(),
  ]);
  const none = good(splitChoice(one, 'desk', '清算', desk));
  expect(none.values.desk).toEqual({});
  expect(none.document.fields.desk!.choices).toEqual(desk.choices);
  // a merge below a new name
  const renamed = renameChoice(mergeChoice(DRAFT, 'desk', '清算', '自营'), 'desk', '自营', '自营部');
  const back = good(splitChoice(good(splitChoice(renamed, 'desk', '自营', desk)), 'desk', '清算', desk));
  expect([back.values.desk, back.document.fields.desk!.choices]).toEqual([{}, desk.choices]);
  expect(splitChoice(DRAFT, 'desk', '自营', desk)).toBe(DRAFT);
  expect(state.choices).toEqual(DRAFT.document.fields.state!.choices);
});

test('[RG23] what is hidden can be neither asked for nor told by a check', () => {
  const hidden = good(putAudience(DRAFT, 'name', 'hidden'));
  expect([hidden.document.columns.includes('name'), isSearched(hidden.document, 'name')]).toEqual([false, false]);
  expect(hidden.document.verify!.show).toEqual(['desk']);
  expect(audienceOf(hidden.document, 'name')).toBe('hidden');
  const back = good(putAudience(hidden, 'name', 'no-download'));
  expect(audienceOf(back.document, 'name')).toBe('no-download');
  expect(audienceOf(good(putAudience(back, 'name', 'shown')).document, 'name')).toBe('shown');
  expect(good(putAudience(DRAFT, 'desk', 'hidden')).document.filters).toHaveLength(1);
});

test('[RG23] columns are added, named, moved and taken back; key, questions and order follow', () => {
  const added = good(addField(DRAFT, '执业岗位'));
  expect(fieldsInOrder(added.document)).toEqual(['no', 'name', 'desk', 'state', 'field6', 'mobile']);
  const named = good(nameField({ ...added, fill: { field6: '甲' } }, 'field6', 'post'));
  expect([named.document.columns.at(-1), named.fill]).toEqual(['post', { post: '甲' }]);
  expect(good(dropField(named, 'post'))).toEqual(DRAFT);
  expect(good(moveColumn(DRAFT, 'desk', -1)).document.columns).toEqual(['no', 'desk', 'name', 'state']);
  expect(moveColumn(DRAFT, 'no', -1)).toBe(DRAFT);
  expect(good(toggleKey(DRAFT, 'name', true)).document.key).toEqual(['no', 'name']);
  expect(good(orderFirst(DRAFT, '-name')).document.order).toEqual(['-name', 'no']);
  expect(good(toggleFilter(DRAFT, 'state', true)).document.filters.map((one) => 'field' in one)).toEqual([
    true,
    true,
    false,
  ]);
  expect(good(toggleFilter(DRAFT, 'desk', false)).document.filters).toHaveLength(1);
  const searched = good(toggleSearch(DRAFT, 'no', false)).document.filters.at(-1);
  expect(searched).toEqual({ fuzzy: ['name'], name: 'fuzzyItem', title: '姓名' });
  const dated = good(putType(DRAFT, 'name', 'date'));
  expect(dated.document.fields.name).toMatchObject({ type: 'date', title: '姓名', sortable: true });
  expect(isSearched(dated.document, 'name')).toBe(false);
});

test('[RG23] the effects name each place that changes, and nothing where nothing does', () => {
  expect(definitionEffects(DOCUMENT, structuredClone(DOCUMENT), null)).toEqual([]);
  // a stored document has its fields in another order, and where rows are not known nothing is said of them
  const { verify } = DOCUMENT;
  const stored = { ...DOCUMENT, title: '交易岗位', verify: { ...verify!, ended: { values: ['2'], field: 'state' } } };
  expect(definitionEffects(DOCUMENT, stored, null).map(({ area }) => area)).toEqual(['网站上的页面', '以往各期']);
  const steps = [
    (draft: DefinitionDraft) => renameChoice(draft, 'desk', '清算', '清算岗'),
    (draft: DefinitionDraft) => mergeChoice(draft, 'desk', '资管', '自营'),
    (draft: DefinitionDraft) => addField(draft, '执业岗位'),
    (draft: DefinitionDraft) => putAudience(draft, 'state', 'hidden'),
  ];
  const draft = steps.reduce((made, step) => step(made), DRAFT);
  const rows = { rows: 40, rewritten: 12, rekeyed: 0, fields: {}, reread: [], unfit: [] };
  const byField = Object.fromEntries(
    definitionEffects(DOCUMENT, draft.document, rows, draft.values).map(({ area, lines }) => [area, lines]),
  );
  expect(byField['网站上的页面']).toEqual([
    '新增列“执业岗位”',
    '不再显示“状态”',
    '“条线”的选项“清算”改称“清算岗”',
    '“条线”的选项“资管”并入“自营”',
  ]);
  expect(byField['下载的文件']).toEqual(['增加“执业岗位”', '不再包含“状态”']);
  expect(byField['导入模板']).toEqual(['增加“执业岗位”', '“条线”的下拉选项增加“清算岗”，去掉“资管”、“清算”']);
  expect(byField['接口']).toEqual([
    '多出字段 field6',
    '不再有字段 state',
    'desk 的值“清算”变为“清算岗”',
    'desk 的值“资管”变为“自营”',
  ]);
  expect(byField['数据行']![0]).toContain('现在公示的 40 人中，12 人随定义改写');
  expect(byField['以往各期']).toEqual(['仍按当时的列名、选项和列显示', '“状态”在以往各期里也不再显示']);
  const unmarked = { ...DOCUMENT, verify: { kind: 'staff' as const, show: ['name'] } };
  expect(definitionEffects(DOCUMENT, unmarked, null).find(({ area }) => area === '人员核验')!.lines).toEqual([
    '查到后不再显示“条线”',
    '没有离岗标记：查到谁，都不说明不再代表公司',
  ]);
});

test('[EY7] what visitors read before and after a change of type, digits or unit is told on real cells', () => {
  const rate = { title: '折算率', type: 'percent', scale: 2 } as const;
  const before: RegisterDefinition = {
    ...DOCUMENT,
    fields: { ...DOCUMENT.fields, rate },
    columns: [...DOCUMENT.columns, 'rate'],
  };
  const withRate = (field: RegisterDefinition['fields'][string]) => ({
    ...before,
    fields: { ...before.fields, rate: field },
  });
  const effects = (after: RegisterDefinition, values: readonly string[]) => {
    const cells = new RereadCells(before, after);
    values.forEach((value, at) => cells.see({ rate: value }, { rate: value }, () => `00000${at}`));
    const rows = { rows: values.length, rewritten: 0, rekeyed: 0, fields: {}, reread: cells.all(), unfit: [] };
    return definitionEffects(before, after, rows).flatMap(({ area, lines }) => lines.map((line) => `${area}：${line}`));
  };
  expect(effects(withRate({ ...rate, type: 'decimal' }), ['0.61', '0.50', '0.40', '0.30'])).toEqual([
    '网站上的页面：“折算率”由“百分数，2 位小数，0.61 显示为 0.61%”改为“小数，2 位小数”：同一个值，访客看到的会不同',
    '导入模板：“折算率”由百分数改为小数',
    '数据行：“折算率”有 4 格访客看到的会改变，如 000000：“0.61%” → “0.61”；000001：“0.50%” → “0.50”；000002：“0.40%” → “0.40”',
    '数据行：现在公示的 4 人，存的值都不变',
    expect.stringContaining('以往各期') as string,
  ]);
  expect(effects(withRate({ ...rate, fraction: true, scale: 0 }), ['0.61'])).toContain(
    '数据行：“折算率”有 1 格访客看到的会改变，如 000000：“0.61%” → “61%”',
  );
  expect(effects(withRate({ ...rate, note: '每日' }), ['0.61'])).toEqual([]);
});

test('[RG41] what a definition shows of past lists from now on is told', () => {
  const hiding = { ...DOCUMENT, history: { compare: [], hideEnded: true } };
  const { history: _history, ...undated } = DOCUMENT;
  const differencesBetween = (before: RegisterDefinition, after: RegisterDefinition) =>
    definitionEffects(before, after, null).flatMap(({ area, lines }) => (area === '以往各期' ? lines : []));
  expect(differencesBetween(undated, hiding)).toEqual([
    '访客可以看以往各期，并比较两期',
    '以往各期里不再公示的行只计数，不显示',
  ]);
  expect(differencesBetween(DOCUMENT, hiding)).toContain('以往各期里不再公示的行只计数，不显示');
  expect(differencesBetween(hiding, DOCUMENT)).toContain('以往各期里不再公示的行也显示');
  expect(differencesBetween(hiding, undated)).toEqual(['访客不能再看以往各期']);
  expect(differencesBetween(hiding, hiding)).toEqual([]);
});

test('[RG23] cells are read as their new type as a page shows them, and stay as they are where they cannot be', () => {
  const to = (before: object, after: object, value: string | number, fill?: string): unknown => {
    const of = (field: object) =>
      ({ ...DOCUMENT, fields: { x: { title: '列', type: 'text', ...field } } }) as RegisterDefinition;
    const rewrite = { from: of(before), ...(fill !== undefined && { fill: { x: fill } }) };
    return rowRewriter(of(after), rewrite)(value === '' ? {} : { x: value }).x;
  };
  expect(to({}, { type: 'date' }, '2026年1月5日')).toBe('2026-01-05');
  expect(to({}, { type: 'date' }, '待定')).toBe('待定');
  expect(to({}, { type: 'percent' }, '30%')).toBe('30');
  expect(to({}, { type: 'percent', fraction: true }, '6.5%')).toBe('0.065');
  expect(to({ type: 'percent', fraction: true }, { type: 'percent' }, '0.65')).toBe('65');
  expect(to({}, { type: 'integer' }, '1,200')).toBe('1200');
  expect(to({ type: 'choice', choices: { '1': '在岗' } }, { type: 'text' }, '1')).toBe('在岗');
  expect(to({}, { type: 'choice', choices: { '1': '在岗' } }, ' 在岗 ')).toBe('1');
  expect(to({ type: 'integer' }, { type: 'decimal', scale: 2 }, 12)).toBe(12);
  expect(to({ type: 'money', unit: '万元' }, { type: 'text' }, '1200')).toBe('1200');
  expect(to({}, { type: 'date' }, '', '2026/1/5')).toBe('2026-01-05');
  expect(to({}, { type: 'date' }, '2026-02-01', '2026/1/5')).toBe('2026-02-01');
});

test('[VA9] a draft says which choices were marked before they were merged, where the public definition does not', () => {
  const from = { ...DRAFT.document };
  const marked = (values: string[]): DefinitionDraft => ({
    ...DRAFT,
    document: { ...from, verify: { ...from.verify!, ended: { field: 'state', values } } },
  });
  expect(endedInDraft(from, mergeChoice(DRAFT, 'desk', '清算', '自营'))).toEqual({});
  expect(endedInDraft(from, renameChoice(DRAFT, 'state', '2', '已离岗'))).toEqual({});
  const merged = mergeChoice(marked(['2', '1']), 'state', '1', '2');
  expect(merged.values.state).toEqual({ 1: '2' });
  expect(mixedMerges(from, merged.values)).toEqual([{ field: 'state', into: '2', marked: ['2'], others: ['1'] }]);
  expect(endedInDraft(from, merged)).toEqual({ ended: { state: ['1', '2'] } });
  expect(mixedMerges(from, merged.values, endedInDraft(from, merged).ended)).toEqual([]);
  expect(mixedMergeWords(mixedMerges(from, merged.values)[0]!, from)).toBe(
    '“状态”的“离岗”有离岗或结束的标记，“在岗”没有，不能合并为“离岗”，请先改标记',
  );
  // merged into a new name together
  expect(mixedMerges(from, { state: { 1: '不在', 2: '不在' } })).toHaveLength(1);
  expect(mixedMerges(from, { state: { 1: '在职', 2: '离职' }, strange: { a: 'b' } })).toEqual([]);
});
