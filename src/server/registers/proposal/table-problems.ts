import { checkPattern } from '#page/check-pattern.ts';
import { checkRegister } from '#page/check-register.ts';
import { isOpenToAll } from '#rules/registers/ended-mark.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { dataDateProblem } from '#rules/registers/data-date.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { WizardColumn, WizardProblem, WizardTable } from '#wire/wizard.ts';
import { definitionOf, levelColumn } from './definition-of.ts';

type FoundProblem = Omit<WizardProblem, 'step'> & { step?: WizardProblem['step'] };

/** names of the parameters that every register's call has */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

/** What is wrong with a table as it was filled in, each at its field. @param today yyyy-mm-dd */
export function tableProblems(table: WizardTable, today: string = shanghaiDate(Date.now())): WizardProblem[] {
  const read = table.columns.filter(({ visibility }) => visibility !== 'left-out');
  const problems: FoundProblem[] = [
    ...read.flatMap(columnProblems),
    ...levelProblems(read),
    ...doubled(read),
    ...partProblems(table, read, today),
  ];
  const messages = problems.map((problem): WizardProblem => ({ step: 'fields', ...problem }));
  if (messages.length > 0) return messages;
  // problems that belong to no field of the wizard
  return checkRegister(definitionOf(table, 'register')).problems.map(({ pointer, message }) => ({
    step: 'fields',
    field: 'table',
    message: `登记表的定义不正确：${pointer} ${message}`,
  }));
}

function columnProblems(column: WizardColumn): FoundProblem[] {
  const { place, title, name, type, choices, pattern, patternHint, example, unit, fraction } = column;
  const wrong: [field: string, message: string | null][] = [
    ['title', textProblem(title, '请填写列标题', 60)],
    ['name', NAME.test(name) ? null : '字段名应以字母开头，只含字母和数字，如 staffName'],
    ['choices', type === 'choice' ? choicesProblem(choices) : type === 'date' ? wordsProblem(choices) : null],
    ['unit', type === 'money' && unit.trim() === '' ? `文件没有写明“${title}”的单位，请选择或填写` : null],
    ['fraction', type === 'percent' && fraction === null ? `“${title}”没有百分号，请选择小数是不是百分数` : null],
    ...(type === 'text' || type === 'phone' ? patternProblems(pattern, patternHint, example) : []),
  ];
  return wrong.flatMap(([field, message]) => (message === null ? [] : [{ place, field, message }]));
}

function levelProblems(read: readonly WizardColumn[]): FoundProblem[] {
  if (levelColumn(read)) return [];
  return read
    .filter(({ visibility }) => visibility === 'by-level')
    .map(({ place }) => ({
      place,
      field: 'visibility',
      message: '按风险等级限制时，表中须另有一列公开的风险等级，类型为“选项”，值为 R1 至 R5 或最低类别',
    }));
}

function textProblem(text: string, empty: string, longest: number): string | null {
  if (text.trim() === '') return empty;
  if (text.trim().length > longest) return `不超过 ${longest} 字`;
  return characterProblem(text);
}

function choicesProblem(choices: readonly string[]): string | null {
  const given = choices.map((choice) => choice.trim()).filter((choice) => choice !== '');
  if (given.length === 0) return '请填写可选的值，每行一个，或改用“文字”';
  if (given.length > 200) return '可选的值超过 200 个，请改用“文字”';
  const long = given.find((choice) => choice.length > 60);
  return long === undefined ? null : `“${long.slice(0, 20)}……”超过 60 字，请改用“文字”`;
}

/** VA5: what may stand in place of a day. */
function wordsProblem(words: readonly string[]): string | null {
  const given = words.map((word) => word.trim()).filter((word) => word !== '');
  if (given.length > 20) return '代替日期的词最多 20 个';
  const wrong = given.find((word) => word.length > 20 || !/^\p{Script=Han}/u.test(word));
  return wrong === undefined ? null : `“${wrong.slice(0, 20)}”应以汉字开头，不超过 20 字，如“无固定期限”`;
}

function patternProblems(pattern: string, hint: string, example: string): [field: string, message: string | null][] {
  if (pattern === '') return [];
  const wrong = checkPattern(pattern);
  if (wrong)
    return [
      [
        'pattern',
        wrong.code === 'unanchored-pattern'
          ? '格式应以 ^ 开头、以 $ 结尾'
          : wrong.code === 'slow-pattern'
            ? '格式过于复杂，检查会很慢，请写得简单些'
            : '格式不是正确的正则表达式',
      ],
    ];
  const fits = new RegExp(pattern, 'u').test(example.trim());
  return [
    [
      'patternHint',
      /[\u4E00-\u9FFF]/.test(hint) && hint.trim().length <= 60 ? null : '请用中文说明格式，如：S 加 13 位数字',
    ],
    [
      'example',
      example.trim() === '' ? '请写一个例子' : fits ? null : `例子“${example.trim().slice(0, 30)}”不符合格式`,
    ],
  ];
}

function doubled(read: readonly WizardColumn[]): FoundProblem[] {
  const twins = (
    of: (column: WizardColumn) => string,
    field: string,
    words: (other: WizardColumn) => string,
  ): FoundProblem[] =>
    read.flatMap((column, at) => {
      const other = read.slice(0, at).find((before) => of(before) === of(column) && of(column) !== '');
      return other ? [{ place: column.place, field, message: words(other) }] : [];
    });
  return [
    ...twins(
      ({ title }) => title.trim(),
      'title',
      () => '与另一列的标题相同，请改成不同的标题',
    ),
    ...twins(
      ({ name }) => name.toLowerCase(),
      'name',
      ({ title }) => `与“${title}”的字段名相同`,
    ),
  ];
}

/** What belongs to the table as a whole. */
function partProblems(
  { title, key, filters, search, order, countWord, dataDate, notes, notesBelow = '', verify }: WizardTable,
  read: readonly WizardColumn[],
  today: string,
): FoundProblem[] {
  const byName = new Map(read.map((column) => [column.name, column]));
  const wrong: [step: WizardProblem['step'], field: string, message: string | null][] = [
    ['fields', 'columns', read.some(isOpenToAll) ? null : '至少要有一列显示在网页上'],
    ['fields', 'key', keyProblem(key, byName)],
    ['display', 'title', textProblem(title, '请填写表的名称', 60)],
    ['display', 'filters', hiddenWords([...filters, ...search], byName, '不公开的列不能作查询条件')],
    ['display', 'filters', filters.length + (search.length > 0 ? 1 : 0) > 20 ? '查询条件最多 20 个' : null],
    [
      'display',
      'search',
      search.some((name) => byName.get(name)?.type !== 'text')
        ? '只有“文字”列可以输入文字查'
        : search.length > 20
          ? '最多 20 列'
          : null,
    ],
    ['display', 'order', order.every((word) => byName.has(word.replace(/^-/, ''))) ? null : '排序的列没有导入'],
    [
      'display',
      'order',
      order.some((word) => byName.get(word.replace(/^-/, ''))?.visibility === 'by-level')
        ? '仅限有资格的客户的列不能用来排序'
        : null,
    ],
    ['display', 'verify', verifyProblem(verify, search, read)],
    ['display', 'ended', endedProblem(verify, byName)],
    ['display', 'countWord', countWord.trim().length <= 10 ? null : '量词如：人、只、家、条'],
    ['display', 'notes', notesProblem(notes)],
    ['display', 'notesBelow', notesProblem(notesBelow)],
    ['display', 'dataDate', dataDateProblem(dataDate, today)],
  ];
  return wrong.flatMap(([step, field, message]) => (message === null ? [] : [{ step, field, message }]));
}

function keyProblem(key: readonly string[], byName: ReadonlyMap<string, WizardColumn>): string | null {
  if (key.length === 0) return '请选择主键：能够区分每一行的一列或几列，如证书编号';
  if (key.some((name) => !byName.has(name))) return '主键的列没有导入，请换一列';
  return hiddenWords(key, byName, '主键会随表公开，不能是不公开的列');
}

const hiddenWords = (
  names: readonly string[],
  byName: ReadonlyMap<string, WizardColumn>,
  message: string,
): string | null => {
  const found = names
    .map((name) => byName.get(name))
    .find((column) => column?.visibility === 'hidden' || column?.visibility === 'by-level');
  return found ? `${message}：“${found.title}”` : null;
};

function verifyProblem(
  verify: WizardTable['verify'],
  search: readonly string[],
  read: readonly WizardColumn[],
): string | null {
  if (!verify || verify.kind === '') return null;
  if (search.length === 0) return '核验在“输入文字查”的列中查找，请至少选择一列，如姓名、证书编号，或选择“不纳入”';
  return read.some((column) => isOpenToAll(column) && verify.show.includes(column.name))
    ? null
    : '请至少选择一列“核验显示”的列，或选择“不纳入”';
}

/** RG9: a mark that has no meaning any more is reported, never dropped silently. */
function endedProblem(verify: WizardTable['verify'], byName: ReadonlyMap<string, WizardColumn>): string | null {
  if (!verify?.ended || verify.kind === '') return null;
  const { field, values } = verify.ended;
  const column = byName.get(field);
  if (!column) return '所选的列没有导入，请换一列，或选择“不标记”';
  if (!isOpenToAll(column)) return `“${column.title}”不是公开的列，请换一列，或选择“不标记”`;
  if (column.type !== 'choice') return `“${column.title}”的类型不是“选项”，请在“核对字段”改为“选项”，或选择“不标记”`;
  if (values.length === 0) return '请勾选至少一个值，或选择“不标记”';
  if (values.length > 20) return '最多勾选 20 个值';
  const known = column.choices.map((choice) => choice.trim());
  const strange = values.find((value) => !known.includes(value));
  return strange === undefined
    ? null
    : `“${strange}”已不在“${column.title}”的可选的值中，请取消勾选，或在“核对字段”加上这个值`;
}

function notesProblem(notes: string): string | null {
  const lines = notes.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 20) return '说明最多 20 段';
  if (lines.some((line) => line.length > 1_000)) return '每段说明不超过 1000 字';
  return lines.map(characterProblem).find((problem) => problem !== null) ?? null;
}
