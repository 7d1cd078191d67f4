import type { FieldDefinition, FilterDefinition, RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { isNumeric } from '#rules/registers/format-cell.ts';
import type { RewrittenRows } from '#wire/register-answers.ts';

/** Changes by a new definition in one place, a sentence each. */
export interface Effect {
  area: string;
  lines: string[];
}

const quoted = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join('、');

/** Columns that everybody may see; those for some customers alone are among them. */
const shownIn = ({ columns, fields }: RegisterDefinition): string[] =>
  columns.filter((name) => Object.hasOwn(fields, name));

const inFile = (definition: RegisterDefinition): string[] =>
  shownIn(definition).filter((name) => definition.fields[name]!.export !== false);

const fresh = (now: readonly string[], before: readonly string[]): string[] =>
  now.filter((name) => !before.includes(name));

/**
 * RG23: changes by a new definition, place by place, for persons who write, review and publish it.
 * @param rows what it makes of the public rows; null: not known
 */
export function definitionEffects(
  before: RegisterDefinition,
  after: RegisterDefinition,
  rows: RewrittenRows | null,
  values: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Effect[] {
  const titles = (definition: RegisterDefinition, names: readonly string[]): string =>
    quoted(names.map((name) => definition.fields[name]?.title ?? name));
  const both = Object.keys(after.fields).filter((name) => Object.hasOwn(before.fields, name));
  const pastWords = pastLines(before, after, titles);
  const past = pastWords.length > 0 ? [{ area: '以往各期', lines: pastWords }] : [];
  const areas: Effect[] = [
    { area: '网站上的页面', lines: pageLines(before, after, titles, values) },
    {
      area: '下载的文件',
      lines: [
        ...line('增加', titles(after, fresh(inFile(after), inFile(before)))),
        ...line('不再包含', titles(before, fresh(inFile(before), inFile(after)))),
      ],
    },
    { area: '导入模板', lines: templateLines(before, after, both, titles) },
    { area: '接口', lines: callLines(before, after, both, values) },
    {
      area: before.verify?.kind === 'product' || after.verify?.kind === 'product' ? '产品核验' : '人员核验',
      lines: verifyLines(before, after, titles),
    },
  ];
  const changedAreas = areas.filter(({ lines }) => lines.length > 0);
  const isOther = changedAreas.length > 0 || hidesEnded(before) !== hidesEnded(after);
  if (!isOther && (rows?.rewritten ?? 0) + (rows?.rekeyed ?? 0) === 0) return [];
  const ofRows = rowLines(before, after, rows);
  return [...changedAreas, ...(ofRows.length > 0 ? [{ area: '数据行', lines: ofRows }] : []), ...past];
}

const line = (word: string, what: string): string[] => (what === '' ? [] : [`${word}${what}`]);

type Titles = (definition: RegisterDefinition, names: readonly string[]) => string;

type Renamed = Readonly<Record<string, Readonly<Record<string, string>>>>;

function pageLines(before: RegisterDefinition, after: RegisterDefinition, titles: Titles, values: Renamed): string[] {
  const [was, now] = [shownIn(before), shownIn(after)];
  const stay = now.filter((name) => was.includes(name));
  const renamed = stay.filter((name) => before.fields[name]!.title !== after.fields[name]!.title);
  const moved = stay.join() !== was.filter((name) => now.includes(name)).join();
  const [first = ''] = after.order;
  const order = `各行改按${titles(after, [first.replace(/^-/, '')])}${first.startsWith('-') ? '从大到小' : '从小到大'}排列`;
  return [
    ...(before.title === after.title ? [] : [`表名由“${before.title}”改为“${after.title}”`]),
    ...line('新增列', titles(after, fresh(now, was))),
    ...line('不再显示', titles(before, fresh(was, now))),
    ...renamed.map((name) => `“${before.fields[name]!.title}”改称“${after.fields[name]!.title}”`),
    ...stay.flatMap((name) => minorLine(before.fields[name]!, after.fields[name]!)),
    ...(moved ? [`列的顺序变为${titles(after, now)}`] : []),
    ...stay.flatMap((name) => choiceLines(before.fields[name]!, after.fields[name]!, values[name] ?? {})),
    ...stay.flatMap((name) => lookLine(before.fields[name]!, after.fields[name]!)),
    ...filterLines(before, after),
    ...(before.order.join() === after.order.join() ? [] : [order]),
  ];
}

/** EY7: line about another form of the numbers of a column, whose values stay the same. */
function lookLine(before: FieldDefinition, after: FieldDefinition): string[] {
  const [was, now] = [lookWords(before), lookWords(after)];
  const isNumber = isNumeric(before.type) || isNumeric(after.type);
  return was === now || !isNumber ? [] : [`“${after.title}”由${was}改为${now}：同一个值，访客看到的会不同`];
}

function lookWords({ type, scale, fraction = false, unit }: FieldDefinition): string {
  const parts = [
    typeWords(type),
    ...(scale === undefined ? [] : [`${scale} 位小数`]),
    ...(type === 'percent' ? [fraction ? '0.61 显示为 61%' : '0.61 显示为 0.61%'] : []),
    ...(type === 'money' && unit ? [`单位${unit}`] : []),
  ];
  return `“${parts.join('，')}”`;
}

function minorLine(before: FieldDefinition, { title, minor = false }: FieldDefinition): string[] {
  if ((before.minor ?? false) === minor) return [];
  return [minor ? `“${title}”在表格放不下时列在各行下方` : `“${title}”总在表格里占一列`];
}

/** Lines about filters, by field or name of the filter: a new title of a field has a line already. */
function filterLines(before: RegisterDefinition, after: RegisterDefinition): string[] {
  const named = (one: RegisterDefinition) =>
    new Map(one.filters.map((filter) => [filterName(filter), filterTitle(one, filter)]));
  const [was, now] = [named(before), named(after)];
  const words = (filter: FilterDefinition | undefined): string =>
    filter && 'fuzzy' in filter ? filter.fuzzy.join() : '';
  const searched = (one: RegisterDefinition): string => words(one.filters.find((filter) => 'fuzzy' in filter));
  const both = [...now.keys()].some((name) => was.has(name) && name.startsWith('?'));
  return [
    ...line('可以多查一项：', quoted([...now].flatMap(([name, title]) => (was.has(name) ? [] : [title])))),
    ...line('不能再查', quoted([...was].flatMap(([name, title]) => (now.has(name) ? [] : [title])))),
    ...(both && searched(before) !== searched(after)
      ? [`输入文字时改查${quoted([now.get([...now.keys()].find((name) => name.startsWith('?'))!)!])}`]
      : []),
  ];
}

const filterName = (filter: FilterDefinition): string => ('fuzzy' in filter ? `?${filter.name}` : filter.field);

const filterTitle = ({ fields }: RegisterDefinition, filter: FilterDefinition): string =>
  'fuzzy' in filter ? filter.title : (fields[filter.field]?.title ?? filter.field);

function choiceLines(
  before: FieldDefinition,
  after: FieldDefinition,
  renamed: Readonly<Record<string, string>>,
): string[] {
  if (before.type !== 'choice' || after.type !== 'choice') return [];
  const [was, now] = [before.choices ?? {}, after.choices ?? {}];
  const became = Object.entries(was).flatMap(([value, label]): [from: string, to: string, value: string][] => {
    const to = now[renamed[value] ?? value];
    return to === undefined || to === label ? [] : [[label, to, renamed[value] ?? value]];
  });
  const merged = became.filter(([, to]) => Object.values(was).includes(to));
  const others = became.filter((one) => !merged.includes(one));
  const renamedLabels = new Set(became.flatMap(([from, to]) => [from, to]));
  const left = (labels: readonly string[]): string[] => labels.filter((label) => !renamedLabels.has(label));
  return [
    ...others.map(([from, to]) => `“${after.title}”的选项“${from}”改称“${to}”`),
    ...merged.map(([from, to]) => `“${after.title}”的选项“${from}”并入“${to}”`),
    ...line(`“${after.title}”新增选项`, quoted(left(fresh(Object.values(now), Object.values(was))))),
    ...line(`“${after.title}”不再有选项`, quoted(left(fresh(Object.values(was), Object.values(now))))),
  ];
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  text: '文字',
  choice: '选项',
  reference: '另一登记表的行',
  date: '日期',
  integer: '整数',
  decimal: '小数',
  percent: '百分数',
  money: '金额',
  phone: '电话',
  url: '网址',
  image: '图片',
  file: '文件',
};

export const typeWords = (type: string): string => TYPE_WORDS[type] ?? type;

function templateLines(
  before: RegisterDefinition,
  after: RegisterDefinition,
  both: readonly string[],
  titles: Titles,
): string[] {
  const mustNow = both.filter((name) => after.fields[name]!.required && !before.fields[name]!.required);
  const mayNow = both.filter((name) => !after.fields[name]!.required && before.fields[name]!.required);
  const retyped = both.filter((name) => before.fields[name]!.type !== after.fields[name]!.type);
  return [
    ...line('增加', titles(after, fresh(Object.keys(after.fields), Object.keys(before.fields)))),
    ...line('以后必须填写', titles(after, mustNow)),
    ...line('以后可以不填', titles(after, mayNow)),
    ...retyped.map(
      (name) =>
        `“${after.fields[name]!.title}”由${typeWords(before.fields[name]!.type)}改为${typeWords(after.fields[name]!.type)}`,
    ),
    ...both.flatMap((name) => listLines(before.fields[name]!, after.fields[name]!)),
    ...(before.key.join() === after.key.join() ? [] : [`以后按${titles(after, after.key)}认出新增、修改和删除的行`]),
  ];
}

/** The list from which a column of choices is filled in: it has labels, whatever is stored. */
function listLines(before: FieldDefinition, after: FieldDefinition): string[] {
  if (before.type !== 'choice' || after.type !== 'choice') return [];
  const [was, now] = [before, after].map(({ choices = {} }) => Object.values(choices)) as [string[], string[]];
  const parts = [...line('增加', quoted(fresh(now, was))), ...line('去掉', quoted(fresh(was, now)))];
  return line(`“${after.title}”的下拉选项`, parts.join('，'));
}

function callLines(
  before: RegisterDefinition,
  after: RegisterDefinition,
  both: readonly string[],
  values: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string[] {
  const [was, now] = [before, after].map((one) => [...new Set([...shownIn(one), ...one.key])]);
  const renamed = both.flatMap((name) =>
    Object.entries(values[name] ?? {}).map(([from, to]) => `${name} 的值“${from}”变为“${to}”`),
  );
  return [
    ...line('多出字段 ', fresh(now!, was!).join('、')),
    ...line('不再有字段 ', fresh(was!, now!).join('、')),
    ...renamed,
  ];
}

function verifyLines(before: RegisterDefinition, after: RegisterDefinition, titles: Titles): string[] {
  const [was, now] = [before.verify, after.verify];
  if (!was && !now) return [];
  if (!was) return [`纳入核验，查到后显示${titles(after, now!.show)}`, ...endedLines(after)];
  if (!now) return ['不再纳入核验，以后查不到这张表里的人或产品'];
  return [
    ...line('查到后多显示', titles(after, fresh(now.show, was.show))),
    ...line('查到后不再显示', titles(before, fresh(was.show, now.show))),
    ...(canonicalJson(was.ended ?? null) === canonicalJson(now.ended ?? null) ? [] : endedLines(after)),
  ];
}

function endedLines({ verify, fields }: RegisterDefinition): string[] {
  const ended = verify?.ended;
  const after = verify?.kind === 'product' ? '不再销售' : '不再代表公司';
  if (!ended) return [`没有离岗标记：查到谁，都不说明${after}`];
  const { title = ended.field, choices = {} } = fields[ended.field] ?? {};
  return [`“${title}”为${quoted(ended.values.map((value) => choices[value] ?? value))}的，说明${after}`];
}

function rowLines(before: RegisterDefinition, after: RegisterDefinition, rows: RewrittenRows | null): string[] {
  if (!rows) return [];
  const { rows: all, rewritten, rekeyed } = rows;
  const count = (number: number): string =>
    `${number.toLocaleString('zh-CN')} ${after.countWord ?? before.countWord ?? '条'}`;
  return [
    ...rows.reread.map(({ field, count: cells, cells: some }) => {
      const shown = some.map(({ key, before: was, after: now }) => `${key}：“${was}” → “${now}”`).join('；');
      return `“${after.fields[field]?.title ?? field}”有 ${cells.toLocaleString('zh-CN')} 格访客看到的会改变，如 ${shown}`;
    }),
    rewritten === 0
      ? `现在公示的 ${count(all)}${rows.reread.length > 0 ? '，存的值' : ''}都不变`
      : `现在公示的 ${count(all)}中，${count(rewritten)}随定义改写；只是改写的，变动清单不列为变动，“何时起公示”不变`,
    ...(rekeyed > 0 ? [`${count(rekeyed)}的网址改变，旧网址仍通向同一行`] : []),
  ];
}

/** Undefined without past lists. */
const hidesEnded = ({ history }: RegisterDefinition): boolean | undefined => history && history.hideEnded === true;

function pastLines(before: RegisterDefinition, after: RegisterDefinition, titles: Titles): string[] {
  const gone = fresh(shownIn(before), shownIn(after));
  return [
    ...(before.history && after.history ? ['仍按当时的列名、选项和列显示'] : []),
    ...(before.history && !after.history ? ['访客不能再看以往各期'] : []),
    ...(!before.history && after.history ? ['访客可以看以往各期，并比较两期'] : []),
    ...(after.history && (hidesEnded(before) ?? false) !== hidesEnded(after)
      ? [`以往各期里不再公示的行${hidesEnded(after) ? '只计数，不显示' : '也显示'}`]
      : []),
    ...(gone.length > 0 && after.history ? [`${titles(before, gone)}在以往各期里也不再显示`] : []),
  ];
}
