import { typeWords } from '#kinds/register/effects.ts';
import { bareName } from '#kinds/register/register-parts.ts';
import type { FileField } from '#kinds/register/wizard-table.ts';
import type { TableProposal, WizardFile, WizardTable } from '#wire/wizard.ts';
import { VISIBILITY_NAMES } from './column-names.ts';
import { keepSettings, nothingLost, type CarriedSettings } from './carried-settings.ts';
import type { WizardState } from './wizard-state.ts';

/** Words about a file that was uploaded again. */
export interface UploadWords {
  title: string;
  lines: string[];
  /** something has to be looked at */
  isWarning: boolean;
  /** headings that are probably those of columns that are gone */
  renamed?: Renamed[];
}

/** A heading that is gone, and the one that is probably the same column's now. */
export interface Renamed {
  from: string;
  to: string;
}

type FileState = Pick<WizardState, 'file' | 'sheets' | 'table' | 'proposed' | 'lost' | 'upload'>;

/** RG10: the wizard with another file, whose settings are those of the file before. */
export function withFile(
  before: WizardState,
  file: WizardFile,
  { table: proposed, sheets }: Pick<TableProposal, 'table' | 'sheets'>,
): FileState {
  // another sheet counts as no new file while nothing was changed
  const isBegun =
    before.table !== null &&
    (before.file?.filepath !== file.filepath || JSON.stringify(before.table) !== JSON.stringify(before.proposed));
  if (!before.table || !isBegun) return { file, sheets, table: proposed, proposed, lost: undefined, upload: undefined };
  const carried = keepSettings(
    { table: before.table, proposed: before.proposed ?? null, lost: before.lost ?? nothingLost },
    proposed,
  );
  const { file: from, sheets: others = [], table, proposed: former, lost } = before;
  const back = { file: from, sheets: others, table, ...(former && { proposed: former }), ...(lost && { lost }) };
  return {
    file,
    sheets,
    table: carried.table,
    proposed,
    lost: carried.lost,
    upload: {
      ...uploadWords(carried, before.table),
      // same file, read otherwise
      ...(before.file?.filepath === file.filepath && { title: '文件已重新读取，原来的设置按列的标题保留' }),
      before: back,
    },
  };
}

/**
 * RG10: new columns that replace removed ones, alike in their values. Only a person knows whether they are the same.
 */
function renamedIn({ gone, fresh }: CarriedSettings): Renamed[] {
  const choicesIn = ({ field: { choices = {} } }: FileField): string => Object.keys(choices).toSorted().join();
  const isAlike = (one: FileField, other: FileField): boolean =>
    one.field.type === other.field.type &&
    (one.place === other.place ||
      (one.field.pattern !== undefined && one.field.pattern === other.field.pattern) ||
      (choicesIn(one) !== '' && choicesIn(one) === choicesIn(other)));
  return fresh.flatMap((column) => {
    const alike = gone.filter((one) => isAlike(one, column));
    const [was] = alike.filter(({ place }) => alike.length === 1 || place === column.place);
    return was ? [{ from: was.header, to: column.header }] : [];
  });
}

/** RG10: the wizard with the settings of a heading that is gone for the one that has taken its place. */
export function withRenamed(state: WizardState, { from, to }: Renamed): FileState {
  const { file, sheets = [], table, proposed, lost = nothingLost, upload } = state;
  if (!table || !proposed) return { file, table };
  // the column that was lost comes back under its new heading, as it would with another file
  const columns = lost.columns.map((column) => (column.header === from ? { ...column, header: to } : column));
  const others = withoutColumn(table, to);
  const carried = keepSettings({ table: others, proposed, lost: { ...lost, columns } }, proposed);
  const renamed = upload?.renamed?.filter((one) => one.to !== to && one.from !== from) ?? [];
  return {
    file,
    sheets,
    table: carried.table,
    proposed,
    lost: carried.lost,
    upload: {
      title: `“${to}”沿用了“${from}”的设置`,
      lines: [
        ...(carried.key === 'restored' ? [`主键恢复为${namesOf(carried.table, carried.table.definition.key)}。`] : []),
        ...(carried.order === 'restored' ? ['各行的顺序恢复为原来的设置。'] : []),
        ...(carried.ended === 'restored' ? [`${markWord(carried.table)}恢复为原来的设置。`] : []),
      ],
      isWarning: renamed.length > 0,
      renamed,
      ...(upload?.before && { before: upload.before }),
    },
  };
}

function withoutColumn(table: WizardTable, header: string): WizardTable {
  const gone = table.columns.find((column) => column.header === header);
  const { [gone?.name ?? '']: _field, ...fields } = table.definition.fields;
  const columns = table.definition.columns.filter((name) => name !== gone?.name);
  return {
    ...table,
    columns: table.columns.filter((column) => column !== gone),
    definition: { ...table.definition, fields, columns },
  };
}

const quoted = (list: readonly string[]): string => list.map((one) => `“${one}”`).join('、');
const titles = (columns: readonly FileField[]): string => quoted(columns.map(({ field }) => field.title));
const headers = (columns: readonly FileField[]): string => quoted(columns.map(({ header }) => header));
const withVisibility = (columns: readonly FileField[]): string =>
  columns.map(({ header, visibility }) => `“${header}”（${VISIBILITY_NAMES[visibility]}）`).join('、');

/** RG10: settings that are unchanged, new, gone or to be checked, one sentence each. */
function uploadWords(found: CarriedSettings, before: WizardTable): UploadWords {
  const { retained, returned, fresh, gone, missing, retyped, added, wider, table } = found;
  const held = [...retained, ...returned].filter(({ visibility }) => visibility !== 'shown');
  const usual = [
    retained.length > 0
      ? `保留了 ${retained.length} 列的设置：标题、是否公开、主键、查询${table.definition.verify === undefined ? '和排序' : '、排序和核验'}。`
      : '',
    held.length > 0 ? `仍按原来的设置限制公开：${withVisibility(held)}。` : '',
    returned.length > 0 ? `又有了以前的列，恢复了它们的设置：${headers(returned)}。` : '',
    ...added.map(({ column, values }) => `“${column.field.title}”增加了可选的值：${quoted(values)}。`),
    ...retyped.map(
      ({ column, from }) =>
        `“${column.field.title}”的类型按新文件由“${typeWords(from)}”改为“${typeWords(column.field.type)}”。`,
    ),
    found.key === 'restored' ? `主键恢复为${namesOf(table, table.definition.key)}。` : '',
    found.order === 'restored' ? '各行的顺序恢复为原来的设置。' : '',
    found.ended === 'restored' ? `${markWord(table)}恢复为原来的设置。` : '',
  ];
  const toLookAt = [
    missing.length > 0
      ? `新文件没有这些限制公开的列：${withVisibility(missing)}。新的列可能是它们改了标题，因此先不公开：${withVisibility(fresh)}。请核对，可以公开的再逐列改为公开。`
      : fresh.length > 0
        ? `新的列，按建议设置，请核对是否公开：${withVisibility(fresh)}。`
        : '',
    gone.length > 0 ? `新文件没有这些列：${headers(gone)}。以后上传的文件再有它们时，恢复设置。` : '',
    found.key === 'replaced' || found.key === 'lost'
      ? changed(
          '主键',
          before.definition.key.length > 0,
          namesOf(before, before.definition.key),
          namesOf(table, table.definition.key),
          '请选择主键',
        )
      : '',
    found.order === 'replaced' || found.order === 'lost'
      ? changed(
          '各行的顺序',
          before.definition.order.length > 0,
          namesOf(before, before.definition.order),
          namesOf(table, table.definition.order),
          '请在“显示和查询”重新选择',
        )
      : '',
    ...markWords(found, before),
    wider.length > 0 ? `仍按原来的设置公开，而按新文件的内容建议不公开：${titles(wider)}。请核对。` : '',
  ];
  const some = (lines: readonly string[]): string[] => lines.filter((line) => line !== '');
  return {
    title:
      retained.length + returned.length > 0
        ? '已换成新文件，原来的设置按列的标题保留'
        : '已换成新文件，没有一列的标题与原来的相同',
    lines: [...some(toLookAt), ...some(usual)],
    isWarning: some(toLookAt).length > 0,
    renamed: renamedIn(found),
  };
}

const namesOf = (table: WizardTable, words: readonly string[]): string =>
  quoted(words.map((word) => table.definition.fields[bareName(word)]?.title ?? word));

const changed = (what: string, was: boolean, from: string, to: string, remedy: string): string =>
  `${was ? `新文件没有${what}${from}的全部列，` : ''}${to === '' ? `${what}已取消，${remedy}` : `${what}按建议改为${to}，请核对`}。`;

const markWord = ({ definition: { verify } }: WizardTable): string =>
  verify?.kind === 'product' ? '结束标记' : '离岗标记';

/** RG9: lists each change of the mark of departure, because visitors see who has left. */
function markWords({ ended, marked, unseen, table }: CarriedSettings, before: WizardTable): string[] {
  const { verify } = table.definition;
  const mark = verify?.ended;
  const now = mark ? `${namesOf(table, [mark.field])}为${quoted(mark.values)}` : '';
  const was = before.definition.verify?.ended;
  const words = markWord(table);
  return [
    ended === 'lost'
      ? `新文件没有${words}的列${namesOf(before, [was!.field])}，标记已取消：核验不再说明任何一行${verify?.kind === 'product' ? '已结束' : '已离岗'}。请在“显示和查询”核对。`
      : '',
    ended === 'replaced'
      ? `${was ? `新文件没有${words}的列${namesOf(before, [was.field])}，` : ''}${words}按建议设为${now}，请在“显示和查询”核对。`
      : '',
    marked.length > 0 && ended !== 'replaced'
      ? `${words}增加了新出现的值：${quoted(marked)}，请在“显示和查询”核对。`
      : '',
    unseen.length > 0 ? `${words}的值${quoted(unseen)}在新文件中没有出现，请在“显示和查询”核对。` : '',
  ];
}
