import { Alert, Button, Radio, Table } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { Conflict } from './use-save-edition.ts';
import { Panel } from '../parts/Panel.tsx';
import './merge.css';
import type { MergeWords } from '../merge/merge-words.ts';
import type { Change } from '../merge/three-way.ts';

interface Props {
  conflict: Pick<Conflict<unknown>, 'by' | 'at' | 'version' | 'publication' | 'isOwn' | 'merge'> & {
    /** the same person typed it elsewhere, and it is no version of anything (DF3) */
    isTyped?: boolean;
  };
  words: MergeWords;
  isSending: boolean;
  failure: string;
  /** ids of what is taken of one's own */
  onMerge: (own: ReadonlySet<string>) => void;
  /** back to what was typed, as it was */
  onBack: () => void;
}

/**
 * Something else was saved or published meanwhile: what only one side changed is taken, of the rest a side is chosen.
 */
export function MergePanel({ conflict, words, isSending, failure, onMerge, onBack }: Props) {
  const { changes } = conflict.merge;
  const clashes = changes.filter(({ by }) => by === 'both');
  const [own, setOwn] = useState<ReadonlySet<string>>(() => new Set(clashes.map(({ id }) => id)));
  const place = useRef<HTMLDivElement>(null);
  // the clicked element is hidden now
  useLayoutEffect(() => place.current?.focus(), []);
  const other = otherOf(conflict);
  const choose = (id: string, isMine: boolean): void =>
    setOwn(new Set([...own].filter((one) => one !== id).concat(isMine ? [id] : [])));
  return (
    <div ref={place} tabIndex={-1} className="merge">
      <Panel title="核对两边的修改">
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="above-form"
          title={happened(conflict)}
          description={
            clashes.length === 0
              ? `两边的修改没有冲突，可以一并${conflict.isTyped ? '采用' : '保存'}。`
              : `有 ${clashes.length} 处两边改得不同，请逐项选定保留哪一边${conflict.isTyped ? '' : '，再保存'}。`
          }
        />
        {failure !== '' && <Alert type="error" showIcon className="above-form" title={failure} />}
        {clashes.length > 0 && (
          <Table<Change>
            rowKey="id"
            size="middle"
            pagination={false}
            dataSource={clashes}
            columns={[
              { title: '内容', key: 'name', width: '18%', render: (_, change) => nameOf(change, words) },
              { title: '我的内容', key: 'mine', width: '32%', render: (_, change) => side(change, change.mine, words) },
              {
                title: other.content,
                key: 'theirs',
                width: '32%',
                render: (_, change) => side(change, change.theirs, words),
              },
              {
                title: '保留',
                key: 'keep',
                render: (_, change) =>
                  keep({
                    name: nameOf(change, words),
                    id: change.id,
                    isMine: own.has(change.id),
                    other: other.side,
                    onChoose: choose,
                  }),
              },
            ]}
          />
        )}
        <Taken
          title={`${other.who}改了、您没有改的，已采用`}
          changes={changes.filter(({ by }) => by === 'theirs')}
          words={words}
        />
        <Taken
          title={`您改了、${other.who}没有改的，已保留`}
          changes={changes.filter(({ by }) => by === 'mine')}
          words={words}
        />
        <div className="confirm-actions">
          <Button onClick={onBack}>返回表单</Button>
          <Button type="primary" loading={isSending} onClick={() => onMerge(own)}>
            {conflict.isTyped ? '按所选内容继续填写' : clashes.length === 0 ? '合并保存' : '按所选内容保存'}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

function otherOf({ by, publication, isOwn, isTyped }: Props['conflict']): {
  who: string;
  content: string;
  side: string;
} {
  if (publication !== undefined) return { who: '公开的内容', content: '现在公开的内容', side: '公开的' };
  if (isTyped) return { who: '另一处', content: '另一处填写的内容', side: '另一处的' };
  return isOwn
    ? { who: '另一窗口', content: '另一窗口的内容', side: '另一窗口的' }
    : { who: by, content: `${by}的内容`, side: '对方的' };
}

function happened({ by, at, version, publication, isOwn, isTyped }: Props['conflict']): string {
  if (isTyped) return `您在另一处于 ${shanghaiSecond(at)} 填写了这个表单`;
  if (publication !== undefined)
    return publication === null
      ? '稿件开始以后，公开的内容已有变化'
      : `稿件开始以后，${by}撰写的内容在 ${shanghaiSecond(at)} 公开（第 ${publication} 号发布）`;
  return isOwn
    ? `您在另一个窗口于 ${shanghaiSecond(at)} 保存了第 ${version} 版`
    : `您修改期间，${by}在 ${shanghaiSecond(at)} 保存了第 ${version} 版`;
}

const nameOf = ({ path, isOrder }: Change, words: MergeWords): string =>
  `${words.nameOf(path)}${isOrder ? '的顺序' : ''}`;

function textOf({ path, was, isOrder }: Change, value: unknown, words: MergeWords): string {
  if (isOrder) return (value as unknown[]).map(words.entryOf).join('、');
  if (value === undefined && typeof path.at(-1) === 'object') return was === undefined ? '（没有）' : '删除';
  return words.textOf(path, value) || '（空）';
}

const side = (change: Change, value: unknown, words: MergeWords) => (
  <div className="merge-side">{textOf(change, value, words)}</div>
);

function keep({
  name,
  id,
  isMine,
  other,
  onChoose,
}: {
  name: string;
  id: string;
  isMine: boolean;
  other: string;
  onChoose: (id: string, isMine: boolean) => void;
}) {
  return (
    <Radio.Group
      aria-label={`${name}保留谁的内容`}
      name={`keep-${id}`}
      value={isMine ? 'mine' : 'theirs'}
      onChange={(event) => onChoose(id, event.target.value === 'mine')}
      options={[
        { value: 'mine', label: '我的' },
        { value: 'theirs', label: other },
      ]}
    />
  );
}

/** Changes of one side alone, and their results. */
function Taken({ title, changes, words }: { title: string; changes: readonly Change[]; words: MergeWords }) {
  if (changes.length === 0) return null;
  return (
    <details className="merge-taken" open={changes.length <= 8}>
      <summary>{`${title}（${changes.length}）`}</summary>
      <ul className="bullets">
        {changes.map((change) => (
          <li key={change.id}>{`${nameOf(change, words)}：${howWords(change, words)}`}</li>
        ))}
      </ul>
    </details>
  );
}

const LONGEST = 120;

function howWords(change: Change, words: MergeWords): string {
  const { path, was, mine, theirs, by, isOrder } = change;
  const now = by === 'mine' ? mine : theirs;
  const text = textOf(change, now, words);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return typeof path.at(-1) === 'object' && !isOrder && was === undefined ? `新增，${short}` : short;
}
