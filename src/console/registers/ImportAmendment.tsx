import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { mayDo } from '#rules/people/staff-rights.ts';
import type { Amendment, FoundImport, ImportReportView, RegisterFacts } from '#wire/register-answers.ts';
import { wordsOf } from '../calls/call.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { useMe, useSend } from '../calls/use-calls.ts';
import { FileMending } from './FileMending.tsx';

interface Props {
  found: FoundImport;
  report: ImportReportView;
  facts: RegisterFacts;
}

/** values of one column that are offered at once */
const MOST_OFFERED = 5;

/** RG26: what of a file does not fit can be added to the definition: a choice, or a column that it does not have. */
export function ImportAmendment({ found, report, facts }: Props) {
  const send = useSend();
  const [search, setSearch] = useSearchParams();
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  const { importId, amendment } = found;
  const mayChange = useMayChange(facts);
  const again = async (name: string, wanted: Amendment): Promise<void> => {
    setBusy(name);
    setProblem('');
    try {
      const begun = await send('POST /imports/:importId/amendment', { importId, amendment: wanted });
      const next = new URLSearchParams(search);
      next.set('import', String(begun.importId));
      setSearch(next);
    } catch (reason) {
      setProblem(wordsOf(reason));
    } finally {
      setBusy('');
    }
  };
  const offers = offersOf(report, facts, amendment ?? {});
  if (found.editionId !== null) return null;
  return (
    <>
      {problem !== '' && <Alert type="error" showIcon role="alert" title={problem} className="above-form" />}
      <FileMending
        report={report}
        mends={amendment ?? {}}
        isBusy={busy !== ''}
        onChange={(mends) => void again('mend', { ...amendment, ...mends })}
      />
      <div className="import-amendment">
        {amendment && isAmended(amendment) && (
          <Alert
            type="info"
            showIcon
            className="above-form"
            title={`已按修改后的定义检查：${wordsOfAmendment(amendment, facts)}`}
            description={
              mayChange
                ? '定义的改动和数据行存为同一份稿件，审核后同时公开。'
                : '您不能修改登记表的定义：存为草稿后，由栏目管理员核对并提交审核。'
            }
            action={
              <Button size="small" disabled={busy !== ''} onClick={() => void again('none', mendsOf(amendment))}>
                不改定义，重新检查
              </Button>
            }
          />
        )}
        {offers.length > 0 && (
          <>
            <p className="quiet">文件没有写错、是登记表该增加的，可以在这里加上，文件会马上重新检查：</p>
            <Space wrap>
              {offers.map(({ words, next }) => (
                <Button
                  key={words}
                  size="small"
                  loading={busy === words}
                  disabled={busy !== ''}
                  onClick={() => void again(words, next)}
                >
                  {words}
                </Button>
              ))}
            </Space>
          </>
        )}
      </div>
    </>
  );
}

function useMayChange({ channelIds }: RegisterFacts): boolean {
  const { data: me } = useMe();
  const { list } = useChannels();
  const lines = channelIds.length > 0 ? channelIds.map((id) => lineOf(list, id)) : [['']];
  return me !== undefined && mayDo(me.grants, 'page.change', lines);
}

interface Offer {
  words: string;
  next: Amendment;
}

function offersOf(report: ImportReportView, { fields }: RegisterFacts, amendment: Amendment): Offer[] {
  const { choices = {}, columns = [] } = amendment;
  const ofChoices = report.errors.flatMap(({ field, cells }): Offer[] => {
    if (fields[field]?.type !== 'choice') return [];
    const unknown = cells.filter(
      ({ reason, value }) => reason === '没有这个选项' && value !== '' && value.length <= 60,
    );
    return [...new Set(unknown.map(({ value }) => value))].slice(0, MOST_OFFERED).map((value) => ({
      words: `把“${value}”加为选项`,
      next: { ...amendment, choices: { ...choices, [field]: [...(choices[field] ?? []), value] } },
    }));
  });
  const ofColumns = report.columns
    .filter(({ field, header }) => field === null && header.trim() !== '' && header.length <= 60)
    .slice(0, MOST_OFFERED)
    .flatMap(({ header }): Offer[] =>
      [true, false].map((isPublic) => ({
        words: isPublic ? `把“${header}”加为一列` : `把“${header}”加为不公开的一列`,
        next: { ...amendment, columns: [...columns, { title: header, isPublic }] },
      })),
    );
  return [...ofChoices, ...ofColumns];
}

/** The definition is another one for it. */
export const isAmended = ({ editionId, choices, columns }: Amendment): boolean =>
  [editionId, choices, columns].some((one) => one !== undefined);

const mendsOf = ({ fillMerged = false, leaveNotes = false, answers = {} }: Amendment): Amendment => ({
  fillMerged,
  leaveNotes,
  answers,
});

const wordsOfAmendment = ({ editionId, choices = {}, columns = [] }: Amendment, { fields }: RegisterFacts): string =>
  [
    ...(editionId === undefined ? [] : [`第 ${editionId} 号稿件里的定义`]),
    ...Object.entries(choices).map(
      ([field, values]) => `“${fields[field]?.title ?? field}”增加选项${values.map((one) => `“${one}”`).join('、')}`,
    ),
    ...columns.map(({ title, isPublic }) => `增加${isPublic ? '' : '不公开的'}一列“${title}”`),
  ].join('；');
