import { Alert, App, Form } from 'antd';
import { useRef, useState } from 'react';
import { LONG_TIMEOUT } from '#console/calls/call.ts';
import { ONCE, useRead, useSend } from '#console/calls/use-calls.ts';
import { manyRowsUnderWay } from '#console/editions/edition-words.ts';
import type { Begun, EditionForm, EditProps, FormProblem, FormProps } from '#console/editor/edition-form.ts';
import { useFields } from '#console/editor/use-fields.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { useOnce } from '#console/editor/use-once.ts';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import type { PastedBlock } from '#console/registers/pasted-cells.ts';
import { RowForm, type EditedRow } from '#console/registers/RowForm.tsx';
import type { RowEditing } from '#console/registers/RowGrid.tsx';
import { rowParams } from '#console/registers/RowSearch.tsx';
import { RowTable } from '#console/registers/RowTable.tsx';
import { StatedFields, statedField } from '#console/registers/StatedFields.tsx';
import '#console/registers/registers.css';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Comparison } from '#wire/edition-answers.ts';
import type { RegisterFacts } from '#wire/register-answers.ts';
import { writtenOf } from '../../changes.ts';
import { MOST_CHANGED_ROWS, rows as rowsKind } from '../index.ts';
import {
  changeCounts,
  changesFrom,
  mergeRows,
  problemInRows,
  rowChanges,
  rowsMergeWords,
  type PendingChange,
  type TypedRows,
  withChange,
  wrongCells,
} from './row-changes.ts';
import { bringsDefinition, LargeEdit } from './LargeEdit.tsx';
import { PublicMeanwhile, RowChanges } from './RowChanges.tsx';
import { useRowCheck } from './use-row-check.ts';
import { MARKED_WHEN_LEFT } from '#console/parts/marked-when-left.ts';

/** An edition that holds the rows of one register, and at most its definition. */
export function Edit({ edition }: EditProps) {
  const { editionId, version } = edition;
  const { document } = writtenOf(rowsKind, edition.shown.changes)[0]!;
  const { register } = document.definition;
  const { data, error, mutate } = useRead('GET /registers/:register', { register, editionId }, ONCE);
  const compared = useOnce('GET /editions/:editionId/compare', { editionId, from: 'public', to: String(version) });
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {(facts) => (
        <Loaded of={compared}>
          {(comparison) => {
            const list = bringsDefinition(edition) ? null : listIn(facts, comparison);
            return list === null ? (
              <LargeEdit edition={edition} facts={facts} />
            ) : (
              <RowsEditor
                facts={facts}
                edition={edition}
                start={{ list, dataDate: document.dataDate, department: document.department, into: 'open' }}
              />
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Rows that an edition makes other than they are public; null: too many to be changed one by one. */
function listIn(facts: RegisterFacts, { subjects }: Comparison): PendingChange[] | null {
  const rows = subjects.find(({ subject }) => subject === `rows:${facts.register}`)?.rows;
  const list = rows ? changesFrom(facts, rows) : [];
  return list === null || list.length > MOST_CHANGED_ROWS ? null : list;
}

/** Changes of a register's rows of which no edition is there yet. */
export function BeginRows({ facts }: { facts: RegisterFacts }) {
  const [today] = useState(() => shanghaiDate(Date.now()));
  const dataDate = facts.dataDate || today;
  return <RowsEditor facts={facts} start={{ list: [], dataDate, department: facts.department, into: 'new' }} />;
}

interface Props {
  facts: RegisterFacts;
  start: TypedRows;
  edition?: EditProps['edition'] | null;
}

/** Form of an edition with changes of rows: the server makes it, since it has the rows that stay. */
function rowsForm(facts: RegisterFacts, send: ReturnType<typeof useSend>): EditionForm<TypedRows> {
  const { register } = facts;
  return {
    valueOf: () => null,
    readVersion: async ({ editionId, version }) => {
      const { shown } = await send('GET /editions/:editionId', { editionId, version });
      const own = writtenOf(rowsKind, shown.changes).find(({ id }) => id === register);
      const compared = await send('GET /editions/:editionId/compare', {
        editionId,
        from: 'public',
        to: String(version),
      });
      const list = listIn(facts, compared);
      if (!own || list === null) return null;
      const { dataDate, department } = own.document;
      return { list, dataDate, department, into: 'open' };
    },
    changesOf: () => [],
    titleOf: () => '',
    merge: (was, mine, theirs) => mergeRows(facts, was, mine, theirs),
    countOf: ({ list }) => list.length,
    whyNot: ({ list }) =>
      list.length > MOST_CHANGED_ROWS ? `一次最多改动 ${MOST_CHANGED_ROWS} 行，更多的请导入文件` : '',
    problemIn: problemInRows,
    missing: ({ list, dataDate, department }) => [
      ...(list.length === 0 ? [{ message: '没有改动任何数据行' }] : []),
      ...(dataDate === '' ? [problemAt('dataDate', '请填写数据日期')] : []),
      ...(dataDate > shanghaiDate(Date.now()) ? [problemAt('dataDate', '数据日期不能晚于今天')] : []),
      ...(department.trim() === '' ? [problemAt('department', '请填写责任部门')] : []),
    ],
    saveOtherwise: ({ list, dataDate, department, into }, { base, draft, value: begun }) => {
      const open = into === 'open' ? facts.edition : null;
      return {
        label: '保存为稿件',
        busyWords: manyRowsUnderWay('核对', facts.rows),
        run: async (send) => {
          const { editionId } = await send(
            'POST /registers/:register/row-changes',
            {
              register,
              changes: rowChanges(list),
              mark: base?.[`rows:${register}`] ?? facts.mark,
              // values not changed on purpose stay as they are where the rows go to
              ...((dataDate !== begun.dataDate || facts.dataDate === '') && { dataDate }),
              department,
              // an edition taken up changes all that was begun from it
              ...(draft && { target: { editionId: draft.editionId, version: draft.version }, fromPublic: true }),
              ...(!draft && open && { target: { editionId: open.editionId, version: open.version } }),
            },
            LONG_TIMEOUT,
          );
          return editionId;
        },
      };
    },
  };
}

const problemAt = (field: string, message: string): FormProblem => ({ field, message });

/** Problems that the server found in the changes as they were then. */
interface Checked {
  list: readonly PendingChange[];
  problems: readonly FormProblem[];
}

const UNCHECKED: Checked = { list: [], problems: [] };

function RowsEditor({ facts, start, edition = null }: Props) {
  const send = useSend();
  const { register, mark } = facts;
  // a row is typed that is not among the changes yet
  const [isTyping, setTyping] = useState(false);
  const [checked, setChecked] = useState(UNCHECKED);
  const begun: Begun<TypedRows> = {
    value: start,
    changes: edition?.shown.changes ?? [],
    base: { [`rows:${register}`]: mark },
    ...(edition && { draft: { editionId: edition.editionId, version: edition.version, title: edition.title } }),
  };
  const wrong = checked.problems.length;
  return (
    <Editor
      name={edition ? `edition-${edition.editionId}` : `rows-${register}`}
      form={rowsForm(facts, send)}
      begun={begun}
      edition={edition}
      words={rowsMergeWords(facts)}
      ownParams={rowParams(facts)}
      {...(wrong > 0 && { review: { label: `先改正 ${wrong} 处`, onReview: toFirstProblem } })}
      {...(isTyping && { review: { label: '先填完这一行', onReview: toTypedRow }, unkept: ROW_IS_LOST })}
    >
      {(props) => (
        <RowsForm
          {...props}
          facts={facts}
          edition={edition}
          start={start}
          isTyping={isTyping}
          onTyping={setTyping}
          checked={checked}
          onChecked={setChecked}
        />
      )}
    </Editor>
  );
}

interface FormOfRows extends FormProps<TypedRows> {
  facts: RegisterFacts;
  edition: EditProps['edition'] | null;
  /** the rows that the changes are begun from */
  start: TypedRows;
  /** a row is typed that is not among the changes yet: neither saving nor another row may take its place */
  isTyping: boolean;
  onTyping: (isTyping: boolean) => void;
  checked: Checked;
  onChecked: (checked: Checked) => void;
}

const ROW_IS_LOST =
  '这一行还没有加入本次改动，离开后不会保留；已加入本次改动的行留在当前浏览器标签页里，可以继续修改。';

const toTypedRow = (): void => document.querySelector<HTMLElement>('.row-form input')?.focus();

/** A paste, as long as nothing else was changed after it. */
interface Paste {
  block: PastedBlock;
  /** the changes with what it made */
  list: readonly PendingChange[];
  /** changes that were there before it */
  kept: ReadonlySet<PendingChange>;
}

/** In the table where the row is on its page, else among the changes. */
function toFirstProblem(): void {
  const first = document.querySelector<HTMLElement>('.row-grid .cell-wrong, .row-changes .upload-problem');
  first?.scrollIntoView({ block: 'center' });
  first?.focus();
}

function RowsForm({ facts, edition, start, isTyping, onTyping, checked, onChecked, ...props }: FormOfRows) {
  const { value, begun, onChange, problems: stated } = props;
  const { list } = value;
  const [edited, setEdited] = useState<EditedRow | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { message } = App.useApp();
  const about = useRef(0);
  const [lastPaste, setLastPaste] = useState<Paste | null>(null);
  // the result of these changes is unknown
  const [unchecked, setUnchecked] = useState<readonly PendingChange[] | null>(null);
  const open = (row: EditedRow): void => {
    if (!isTyping) return setEdited(row);
    void message.info('请先把正在填写的行加入本次改动，或者取消');
    toTypedRow();
  };
  const close = (): void => {
    setEdited(null);
    onTyping(false);
  };
  const write = (next: (list: readonly PendingChange[]) => readonly PendingChange[]): void => {
    about.current += 1;
    onChange((newest) => {
      const written = next(newest.list);
      return written === newest.list ? newest : { ...newest, list: written };
    }, `rows ${about.current}`);
  };
  const paste: RowEditing['onPaste'] = (next, block) =>
    write((newest) => {
      const written = next(newest);
      setLastPaste({ block, list: written, kept: new Set(newest) });
      return written;
    });
  useRowCheck(facts, list, {
    onChecked,
    onFailed: setUnchecked,
    // the change as it was read belongs to it: one step back takes both
    onRead: (read) =>
      onChange((newest) => {
        const next = newest.list.flatMap((one) => (read.has(one) ? (read.get(one) ?? []) : [one]));
        setLastPaste((last) => (last?.list === newest.list ? { ...last, list: next } : last));
        return { ...newest, list: next };
      }, `rows ${about.current}`),
  });
  // problems stay with their change, wherever it stands now
  const known = checked.problems.flatMap((one) => {
    const at = list.indexOf(checked.list[one.change ?? -1]!);
    return at < 0 ? [] : [{ ...one, change: at }];
  });
  const problems = [...stated.filter((one) => !known.some((other) => isSameProblem(one, other))), ...known];
  const pasted = lastPaste?.list === list ? lastPaste : null;
  const isKnown = checked.list === list || list.every((one) => pasted?.kept.has(one));
  const found = isKnown
    ? wrongCells(list, pasted?.kept ?? new Set(), known)
    : list === unchecked
      ? 'failed'
      : 'checking';
  const general = problems.filter((problem) => problem.change === undefined && !problem.field);
  return (
    <div className="stack">
      {edition && edition.outdated.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="稿件开始以后，公开的内容已有变化"
          description="“本次改动”按现在公开的数据行列出：另行公开的行会显示为待修改或待删除。请逐行核对，不该改的点“不改”，再保存。"
        />
      )}
      {general.length > 0 && (
        <Alert type="error" showIcon role="alert" title={general.map(({ message }) => message).join('；')} />
      )}
      {edited && (
        <RowForm
          key={edited.id}
          facts={facts}
          edited={edited}
          others={list}
          onTyping={() => onTyping(true)}
          onDone={(change) => (write((newest) => withChange(newest, change, edited.of)), close())}
          onClose={close}
        />
      )}
      <RowTable
        facts={facts}
        editing={{
          list,
          problems: problems as RowEditing['problems'],
          onWrite: write,
          onPaste: paste,
          pasted: pasted && { block: pasted.block, found },
          onForm: open,
          // below a table of many rows they are out of sight
          ...(list.length > 0 && { onShowChanges: () => place.current?.scrollIntoView() }),
        }}
      />
      {(list.length > 0 || edition) && (
        <div ref={place} className="all-changes">
          <Panel title={`本次改动（${changeCounts(list)}）`}>
            {begun.base?.[`rows:${facts.register}`] !== facts.mark && <PublicMeanwhile />}
            <RowChanges
              facts={facts}
              list={list}
              problems={problems}
              onEdit={open}
              onRemove={(change) => write((newest) => newest.filter((one) => one !== change))}
            />
            <Stated {...props} facts={facts} isDraft={edition !== null} kept={facts.dataDate && start.dataDate} />
          </Panel>
        </div>
      )}
    </div>
  );
}

const isSameProblem = (one: FormProblem, other: FormProblem): boolean =>
  one.change === other.change && one.field === other.field && one.message === other.message;

interface StatedProps extends FormProps<TypedRows> {
  facts: RegisterFacts;
  isDraft: boolean;
  kept: string;
}

/** Data date and department, and into which edition the changes go. */
function Stated({ facts, isDraft, kept, value, problems, attempts, resets, onChange }: StatedProps) {
  const { list: _list, ...stated } = value;
  const { form, typed } = useFields({ value: stated, problems, attempts, resets, fieldOf: statedField });
  return (
    <Form
      form={form}
      validateTrigger={MARKED_WHEN_LEFT}
      layout="vertical"
      className="stated-form"
      initialValues={stated}
      onValuesChange={() => onChange((newest) => ({ ...newest, ...typed() }))}
      aria-label="数据日期和责任部门"
    >
      <StatedFields
        facts={facts}
        how={isDraft ? null : '并入'}
        kept={kept}
        onKeep={(dataDate) => onChange((newest) => ({ ...newest, dataDate }))}
      />
    </Form>
  );
}
