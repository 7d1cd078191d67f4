import { definitionFaults } from '#kinds/register/server/definition-faults.ts';
import { checkRegister } from '#page/check-register.ts';
import { registerProblemInWords } from '#page/problem-in-words.ts';
import { stepsOf } from '#rules/json/pointer.ts';
import { dataDateProblem } from '#rules/registers/data-date.ts';
import { characterProblem } from '#rules/text/damaged-text.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { conditionsOf, visibilityOf } from '#kinds/register/wizard-table.ts';
import type { WizardProblem, WizardTable } from '#wire/wizard.ts';

type FieldCheck = [field: string, message: string | null];

/**
 * Problems of a table as it was filled in, each at its field: those of the file and of a new channel, then those that any
 * definition may have. @param today yyyy-mm-dd
 */
export function tableProblems(table: WizardTable, today: string = shanghaiDate(Date.now())): WizardProblem[] {
  const own = [...columnProblems(table), ...displayProblems(table, today)];
  const seen = new Set(own.map(placeOf));
  const others = definitionProblems(table).filter((problem) => {
    const place = placeOf(problem);
    return !seen.has(place) && seen.add(place);
  });
  return [...own, ...others].sort((a, b) => Number(a.step === 'display') - Number(b.step === 'display'));
}

const placeOf = ({ step, place = -1, field }: WizardProblem): string => `${step} ${place} ${field}`;

/** Problems of columns beyond those of any definition: open questions, and parts that a new table has to show. */
function columnProblems({ definition, columns }: WizardTable): WizardProblem[] {
  const { key, fields, restrictedBy } = definition;
  const open = Object.keys(fields).filter((name) => isOpenField(definition, name));
  const wrong: FieldCheck[] = [
    ['columns', open.length > 0 ? null : '至少要有一列显示在网页上'],
    ['key', key.length === 0 ? '请选择主键：能够区分每一行的一列或几列，如证书编号' : null],
    ['key', closed(definition, key, '主键会随表公开，不能是不公开的列')],
  ];
  const ofColumns = columns.flatMap(({ place, name, header, leftOut, plain }): WizardProblem[] => {
    const field = fields[name];
    if (leftOut) return [];
    if (!field) return [{ step: 'fields', place, field: 'name', message: `列“${header}”没有字段，请重新上传文件` }];
    const { title, type, unit = '', restricted, choices = {} } = field;
    const isUnread = restricted === true && (restrictedBy === undefined || !open.includes(restrictedBy));
    const checks: FieldCheck[] = [
      ['title', title.trim() === '' ? '请填写列标题' : null],
      [
        'choices',
        type === 'choice' && Object.keys(choices).length === 0 ? '请填写可选的值，每行一个，或改用“文字”' : null,
      ],
      ['unit', type === 'money' && unit.trim() === '' ? `文件没有写明“${title}”的单位，请选择或填写` : null],
      ['plain', type === 'percent' && plain === 'asked' ? `“${title}”没有百分号，请选择小数是不是百分数` : null],
      [
        'visibility',
        isUnread ? '按风险等级限制时，表中须另有一列公开的风险等级，类型为“选项”，值为 R1 至 R5 或最低类别' : null,
      ],
    ];
    return problemsIn(checks).map((problem) => ({ step: 'fields', place, ...problem }));
  });
  return [...ofColumns, ...problemsIn(wrong).map((problem): WizardProblem => ({ step: 'fields', ...problem }))];
}

const problemsIn = (list: readonly FieldCheck[]): { field: string; message: string }[] =>
  list.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));

function displayProblems(
  { definition, dataDate, notes, notesBelow = '' }: WizardTable,
  today: string,
): WizardProblem[] {
  const { filters, search } = conditionsOf(definition);
  const { verify, fields } = definition;
  const mark = verify?.ended && fields[verify.ended.field];
  const wrong: FieldCheck[] = [
    ['title', definition.title.trim() === '' ? '请填写表的名称' : null],
    ['filters', closed(definition, [...filters, ...search], '不公开的列不能作查询条件')],
    ['search', search.some((name) => fields[name]?.type !== 'text') ? '只有“文字”列可以输入文字查' : null],
    [
      'verify',
      verify && search.length === 0
        ? '核验在“输入文字查”的列中查找，请至少选择一列，如姓名、证书编号，或选择“不纳入核验”'
        : verify?.show.length === 0
          ? '请至少选择一列“核验显示”的列，或选择“不纳入核验”'
          : closed(definition, verify?.show ?? [], '核验不能显示不公开的列'),
    ],
    ['ended', mark ? closed(definition, [verify.ended!.field], '标记的列应公开，请换一列，或选择“不标记”') : null],
    ['ended', verify?.ended?.values.length === 0 ? '请勾选至少一个值，或选择“不标记”' : null],
    ['notes', notesProblem(notes)],
    ['notesBelow', notesProblem(notesBelow)],
    ['dataDate', dataDateProblem(dataDate, today)],
  ];
  return problemsIn(wrong).map((problem) => ({ step: 'display', ...problem }));
}

const isOpenField = (definition: WizardTable['definition'], name: string): boolean =>
  ['shown', 'no-download'].includes(visibilityOf(definition, name));

/** The message with the first of these fields that not everybody may see. */
function closed(definition: WizardTable['definition'], names: readonly string[], message: string): string | null {
  const found = names.find((name) => Object.hasOwn(definition.fields, name) && !isOpenField(definition, name));
  return found === undefined ? null : `${message}：“${definition.fields[found]!.title}”`;
}

/** RG1, RG29: the problems of the definition itself, where the wizard shows it. */
function definitionProblems({ definition, columns }: WizardTable): WizardProblem[] {
  const { problems } = checkRegister(definition);
  const found = [
    ...problems.map((problem) => ({ ...problem, message: registerProblemInWords(problem, definition) })),
    ...(problems.length === 0 ? definitionFaults(definition) : []),
  ];
  return found.flatMap(({ pointer, message, ...problem }): WizardProblem[] => {
    const [first = '', second = '', third] = stepsOf(pointer);
    if (first === 'fields') {
      const place = columns.find(({ name }) => name === second)?.place;
      const { field: missing = 'name' } = problem as { field?: string };
      const word = third ?? missing;
      return [{ step: 'fields', ...(place !== undefined && { place }), field: word, message }];
    }
    // reported at each restricted column
    if (first === 'restrictedBy') return [];
    if (first === 'key' || first === 'columns') return [{ step: 'fields', field: first, message }];
    if (first === 'verify') return [{ step: 'display', field: second === 'ended' ? 'ended' : 'verify', message }];
    const isShown = ['title', 'filters', 'order', 'countWord'].includes(first);
    return [{ step: isShown ? 'display' : 'fields', field: isShown ? first : 'table', message }];
  });
}

function notesProblem(notes: string): string | null {
  const lines = notes.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 20) return '说明最多 20 段';
  if (lines.some((line) => line.length > 1_000)) return '每段说明不超过 1000 字';
  return lines.map(characterProblem).find((problem) => problem !== null) ?? null;
}
