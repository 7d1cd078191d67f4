import { grouped } from '#rules/text/grouped-number.ts';
import { Alert, Button, Checkbox, Input, Pagination, Select, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { fileSize } from '#rules/files/file-size.ts';
import { fitTransfer } from '../transfer-fit.ts';
import { TAKEN_STATES, type DifferentState, type ImportFound, type ImportState, type ImportThing } from '../wire.ts';
import { wordsOf } from '#console/calls/call.ts';
import { ONCE, useRead, useSend } from '#console/calls/use-calls.ts';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';

const STATES: Readonly<Record<DifferentState, { name: string; color: string; means: string }>> = {
  new: { name: '新增', color: 'success', means: '这里没有' },
  changed: { name: '有差别', color: 'processing', means: '只有对方改过' },
  clash: { name: '两边都改过', color: 'error', means: '选中则用文件里的，替换这里的' },
  older: { name: '文件较旧', color: 'warning', means: '这里取用过对方更新的；选中则退回文件里的' },
  other: { name: '编号换过', color: 'warning', means: '对方把这个编号给过另一篇；选中则作为新的一篇加入' },
  ours: { name: '只在这里改过', color: 'default', means: '选中则恢复成文件里的' },
};
const ORDER = Object.keys(STATES) as DifferentState[];
const PAGE = 50;

interface Props {
  own: ImportState;
  onChange: () => Promise<unknown>;
  onDrop: () => Promise<void>;
}

/** BE6: things of a file, to be chosen from. */
export function ImportThings({ own, onChange, onDrop }: Props) {
  const { data, error, mutate } = useRead('GET /transfer/import', own.state === 'ready' ? {} : null, {
    ...ONCE,
    keepPreviousData: true,
  });
  const { state, problem } = own;
  useEffect(() => {
    // publications meanwhile have changed the list
    if (problem !== '') void mutate();
  }, [problem, mutate]);
  if (error !== undefined && !data) return <Failure error={error} retry={() => void mutate()} />;
  if (!data) return <Loading />;
  return (
    <div className="transfer-below">
      <Found
        key={`${data.sender.key} ${data.at}`}
        found={data}
        own={own}
        isSaving={state === 'saving'}
        onChange={onChange}
        onDrop={onDrop}
      />
    </div>
  );
}

function Found({ found, own, isSaving, onChange, onDrop }: Props & { found: ImportFound; isSaving: boolean }) {
  const { things, same, sender, limits } = found;
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const [shownState, setShownState] = useState<DifferentState | ''>('');
  const [page, setPage] = useState(1);
  const [failed, setFailed] = useState<unknown>();
  const send = useSend();
  const isChosen = (thing: ImportThing): boolean => TAKEN_STATES.includes(thing.state) !== flipped.has(thing.subject);
  const choose = (some: readonly ImportThing[], wanted: boolean): void => {
    const next = new Set(flipped);
    for (const thing of some)
      if (TAKEN_STATES.includes(thing.state) === wanted) next.delete(thing.subject);
      else next.add(thing.subject);
    setFlipped(next);
  };
  const listed = things
    .filter((thing) => (shownState === '' || thing.state === shownState) && hasWords(thing, words))
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const shown = listed.slice((page - 1) * PAGE, page * PAGE);
  const chosen = things.filter(isChosen);
  const fit = fitTransfer(chosen, limits);
  const coming = fit.own.length + fit.separate.length;
  const count = (one: DifferentState): number => things.filter((thing) => thing.state === one).length;
  const save = async (): Promise<void> => {
    setFailed(undefined);
    const subjects = (taken: boolean): string[] =>
      things.flatMap(({ subject, state: own }) =>
        flipped.has(subject) && TAKEN_STATES.includes(own) === taken ? [subject] : [],
      );
    try {
      await send('POST /transfer/import/edition', { without: subjects(true), take: subjects(false) });
    } catch (reason) {
      setFailed(reason);
    }
    await onChange();
  };
  return (
    <Panel title={`“${own.filename}”与这里的差别`}>
      <dl className="facts">
        <dt>来自</dt>
        <dd>{sender.name}</dd>
        <dt>内容截至</dt>
        <dd>
          <Moment at={found.at} />
        </dd>
        <dt>内容</dt>
        <dd>{`${grouped(things.length)} 项有差别，${grouped(same)} 项相同；${grouped(found.files)} 个文件，共 ${fileSize(found.bytes)}`}</dd>
      </dl>
      {found.newerTaken !== null && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title="这份文件较旧"
          description={
            <>
              {`以前从${sender.name}取用过截至 `}
              <Moment at={found.newerTaken} />
              {' 的内容。比那更旧的标为“文件较旧”，不选就不会取用。'}
            </>
          }
        />
      )}
      {found.open !== null && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title={`上一次从${sender.name}导入的第 ${found.open} 号稿件还没有发布或放弃`}
          description={
            <>
              {'先发布或放弃它，才能再生成一份。'}
              <Link to={`/editions/${found.open}`}>{`打开第 ${found.open} 号稿件`}</Link>
            </>
          }
        />
      )}
      {things.length === 0 ? (
        <EmptyNote title="没有差别">文件里的内容与这里公开的完全一致，不需要导入。</EmptyNote>
      ) : (
        <>
          <div className="transfer-filter" role="search">
            <Input
              type="search"
              allowClear
              aria-label="查找"
              placeholder="名称中的文字"
              value={words}
              onChange={(event) => {
                setWords(event.target.value);
                setPage(1);
              }}
            />
            <Select
              aria-label="哪些差别"
              value={shownState}
              options={[
                { value: '', label: `全部差别（${grouped(things.length)}）` },
                ...ORDER.map((one) => ({ value: one, label: `${STATES[one].name}（${grouped(count(one))}）` })),
              ]}
              onChange={(one: DifferentState | '') => {
                setShownState(one);
                setPage(1);
              }}
            />
            <Button onClick={() => choose(listed, true)} disabled={isSaving}>
              列出的全选
            </Button>
            <Button onClick={() => choose(listed, false)} disabled={isSaving}>
              列出的全不选
            </Button>
          </div>
          {listed.length === 0 && <EmptyNote title="没有符合条件的内容">换一个词，或选择全部差别。</EmptyNote>}
          <ul className="transfer-things" aria-label="有差别的内容">
            {shown.map((thing) => (
              <li key={thing.subject}>
                <div className="transfer-thing">
                  <Checkbox
                    checked={isChosen(thing)}
                    disabled={isSaving}
                    onChange={(event) => choose([thing], event.target.checked)}
                  >
                    {thing.title}
                  </Checkbox>
                  <span className="transfer-standing">
                    <Tag color={STATES[thing.state].color}>{STATES[thing.state].name}</Tag>
                    <span className="quiet">{STATES[thing.state].means}</span>
                  </span>
                </div>
                {thing.differences.length > 0 && (
                  <ul className="transfer-lines">
                    {thing.differences.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {listed.length > PAGE && (
            <Pagination
              current={page}
              total={listed.length}
              pageSize={PAGE}
              showSizeChanger={false}
              onChange={setPage}
              showTotal={(total) => `共 ${grouped(total)} 项`}
            />
          )}
          {own.problem !== '' && <Alert type="error" showIcon className="above-form" title={own.problem} />}
          {failed !== undefined && <Alert type="error" showIcon className="above-form" title={wordsOf(failed)} />}
        </>
      )}
      <div className="transfer-save">
        <p aria-live="polite">
          {`选中 ${grouped(chosen.length)} 项`}
          {fit.separate.length > 0 &&
            `；其中 ${grouped(fit.separate.length)} 篇文章随同一份稿件一次审核，发布时每一千篇一批，依次公开`}
          {coming < chosen.length &&
            `；这份稿件取 ${grouped(coming)} 项，其余 ${grouped(chosen.length - coming)} 项，待它发布后再导入同一个文件`}
        </p>
        <div className="transfer-acts">
          <Button
            type="primary"
            loading={isSaving}
            disabled={chosen.length === 0 || found.open !== null}
            onClick={() => void save()}
          >
            {isSaving ? '正在生成稿件…' : '生成稿件'}
          </Button>
          <Button onClick={() => void onDrop()} disabled={isSaving}>
            放弃这个文件
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const hasWords = ({ title, subject }: ImportThing, words: string): boolean =>
  `${title} ${subject}`.toLowerCase().includes(words.trim().toLowerCase());
