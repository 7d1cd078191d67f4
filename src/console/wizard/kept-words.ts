import type { TableProposal, WizardColumn, WizardFile, WizardTable } from '#wire/wizard.ts';
import { TYPE_NAMES, VISIBILITY_NAMES } from './column-names.ts';
import { keepSettings, nothingLost, type Kept } from './kept-settings.ts';
import type { WizardState } from './wizard-state.ts';

/** Words about a file that was uploaded again. */
export interface KeptWords {
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
  // another sheet of a file of which nothing was changed is no file again
  const isBegun =
    before.table !== null &&
    (before.file?.filepath !== file.filepath || JSON.stringify(before.table) !== JSON.stringify(before.proposed));
  if (!before.table || !isBegun) return { file, sheets, table: proposed, proposed, lost: undefined, upload: undefined };
  const kept = keepSettings(
    { table: before.table, proposed: before.proposed ?? null, lost: before.lost ?? nothingLost },
    proposed,
  );
  const { file: from, sheets: others = [], table, proposed: former, lost } = before;
  const back = { file: from, sheets: others, table, ...(former && { proposed: former }), ...(lost && { lost }) };
  return {
    file,
    sheets,
    table: kept.table,
    proposed,
    lost: kept.lost,
    upload: {
      ...keptWords(kept, before.table),
      // read otherwise, but no other file
      ...(before.file?.filepath === file.filepath && { title: '文件已重新读取，原来的设置按列的标题保留' }),
      before: back,
    },
  };
}

/** RG10: columns that came where others went, alike in what they hold. Only a person knows whether they are the same. */
function renamedIn({ gone, fresh }: Kept): Renamed[] {
  const isAlike = (one: WizardColumn, other: WizardColumn): boolean =>
    one.type === other.type &&
    (one.place === other.place ||
      (one.pattern !== '' && one.pattern === other.pattern) ||
      (one.choices.length > 0 && one.choices.toSorted().join() === other.choices.toSorted().join()));
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
  const others = { ...table, columns: table.columns.filter(({ header }) => header !== to) };
  const kept = keepSettings({ table: others, proposed, lost: { ...lost, columns } }, proposed);
  const renamed = upload?.renamed?.filter((one) => one.to !== to && one.from !== from) ?? [];
  return {
    file,
    sheets,
    table: kept.table,
    proposed,
    lost: kept.lost,
    upload: {
      title: `“${to}”沿用了“${from}”的设置`,
      lines: [
        ...(kept.key === 'restored' ? [`主键恢复为${namesOf(kept.table, kept.table.key)}。`] : []),
        ...(kept.order === 'restored' ? ['各行的顺序恢复为原来的设置。'] : []),
        ...(kept.ended === 'restored' ? [`${markWord(kept.table)}恢复为原来的设置。`] : []),
      ],
      isWarning: renamed.length > 0,
      renamed,
      ...(upload?.before && { before: upload.before }),
    },
  };
}

const quoted = (list: readonly string[]): string => list.map((one) => `“${one}”`).join('、');
const titles = (columns: readonly WizardColumn[]): string => quoted(columns.map(({ title }) => title));
const headers = (columns: readonly WizardColumn[]): string => quoted(columns.map(({ header }) => header));
const withVisibility = (columns: readonly WizardColumn[]): string =>
  columns.map(({ header, visibility }) => `“${header}”（${VISIBILITY_NAMES[visibility]}）`).join('、');

/** RG10: what was kept, what is new, what is gone and what has to be looked at, one sentence each. */
function keptWords(found: Kept, before: WizardTable): KeptWords {
  const { kept, returned, fresh, gone, missing, retyped, added, wider, table } = found;
  const held = [...kept, ...returned].filter(({ visibility }) => visibility !== 'shown');
  const usual = [
    kept.length > 0 ? `保留了 ${kept.length} 列的设置：标题、是否公开、主键、查询、排序和核验。` : '',
    held.length > 0 ? `仍按原来的设置限制公开：${withVisibility(held)}。` : '',
    returned.length > 0 ? `又有了以前的列，恢复了它们的设置：${headers(returned)}。` : '',
    ...added.map(({ column, values }) => `“${column.title}”增加了可选的值：${quoted(values)}。`),
    ...retyped.map(
      ({ column, from }) => `“${column.title}”的类型按新文件由“${TYPE_NAMES[from]}”改为“${TYPE_NAMES[column.type]}”。`,
    ),
    found.key === 'restored' ? `主键恢复为${namesOf(table, table.key)}。` : '',
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
      ? changed('主键', before.key.length > 0, namesOf(before, before.key), namesOf(table, table.key), '请选择主键')
      : '',
    found.order === 'replaced' || found.order === 'lost'
      ? changed(
          '各行的顺序',
          before.order.length > 0,
          namesOf(before, before.order),
          namesOf(table, table.order),
          '请在“显示和查询”重新选择',
        )
      : '',
    ...markWords(found, before),
    wider.length > 0 ? `仍按原来的设置公开，而按新文件的内容建议不公开：${titles(wider)}。请核对。` : '',
  ];
  const some = (lines: readonly string[]): string[] => lines.filter((line) => line !== '');
  return {
    title:
      kept.length + returned.length > 0
        ? '已换成新文件，原来的设置按列的标题保留'
        : '已换成新文件，没有一列的标题与原来的相同',
    lines: [...some(toLookAt), ...some(usual)],
    isWarning: some(toLookAt).length > 0,
    renamed: renamedIn(found),
  };
}

const namesOf = (table: WizardTable, words: readonly string[]): string =>
  quoted(words.map((word) => table.columns.find(({ name }) => name === word.replace(/^-/, ''))?.title ?? word));

const changed = (what: string, was: boolean, from: string, to: string, remedy: string): string =>
  `${was ? `新文件没有${what}${from}的全部列，` : ''}${to === '' ? `${what}已取消，${remedy}` : `${what}按建议改为${to}，请核对`}。`;

const markWord = ({ verify }: WizardTable): string => (verify?.kind === 'product' ? '结束标记' : '离岗标记');

/** RG9: who has left is told to visitors: nothing of it changes without a word. */
function markWords({ ended, marked, unseen, table }: Kept, before: WizardTable): string[] {
  const mark = table.verify?.ended;
  const now = mark ? `${namesOf(table, [mark.field])}为${quoted(mark.values)}` : '';
  const was = before.verify?.ended;
  const words = markWord(table);
  return [
    ended === 'lost'
      ? `新文件没有${words}的列${namesOf(before, [was!.field])}，标记已取消：核验不再说明任何一行${table.verify?.kind === 'product' ? '已结束' : '已离岗'}。请在“显示和查询”核对。`
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
