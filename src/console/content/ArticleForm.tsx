import { Alert, App, Button, Form, Space } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { shanghaiSecond } from '#rules/shanghai-date.ts';
import { useDraft } from '../calls/use-draft.ts';
import { useWindows } from '../calls/use-windows.ts';
import { isCallFailed } from '../calls/call.ts';
import { Outdated } from '../editions/Outdated.tsx';
import { useSaveEdition } from '../editions/use-save-edition.ts';
import { MergePanel } from '../merge/MergePanel.tsx';
import { DraftOffer } from '../parts/DraftOffer.tsx';
import { OtherWindow } from '../parts/OtherWindow.tsx';
import type { DraftProblem } from './answers.ts';
import { ARTICLE_EDITION, articleWords, type BegunArticle } from './article-edition.ts';
import { fieldOfProblem, isSame, saidOf, type ArticleFields } from './article-fields.ts';
import { ArticleFieldset } from './ArticleFieldset.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { useFieldWords } from './use-field-words.ts';

interface Props {
  /** of what is kept in the browser */
  name: string;
  begun: BegunArticle;
  /** what is public of it has changed since the draft was begun */
  isOutdated?: boolean;
  /** what keeps the draft from being published as it was saved */
  problems?: readonly DraftProblem[] | undefined;
}

interface Kept {
  fields: ArticleFields;
  /** what it was typed over, so that what others saved since is noticed */
  begun: BegunArticle;
}

/** An article to be written or changed, which is saved as an edition. */
export function ArticleForm({ name, ...given }: Props) {
  const draft = useDraft<Kept>(name);
  const [taken, setTaken] = useState<Kept | null>(null);
  const windows = useWindows(draft, given.begun.changes.length === 0);
  const { begun } = taken ?? given;
  const take = () => {
    const { found } = draft;
    setTaken(found);
    draft.drop();
    // it is still not saved
    if (found) draft.keep(found);
  };
  return (
    <>
      <OtherWindow of={windows} isDraft={begun.draft !== undefined} />
      {draft.found && <DraftOffer onTake={take} onDrop={draft.drop} />}
      {/* another beginning is another form: the editor reads its text once */}
      <Filled
        key={taken ? 'taken' : 'given'}
        begun={begun}
        isOutdated={given.isOutdated ?? false}
        fields={taken?.fields ?? begun.value}
        problems={given.problems}
        onTyped={(fields) => draft.keep({ fields, begun })}
        onDone={(editionId) => {
          draft.drop();
          windows.tellSaved(editionId);
        }}
      />
    </>
  );
}

interface FilledProps extends Omit<Props, 'name'> {
  fields: ArticleFields;
  onTyped: (fields: ArticleFields) => void;
  onDone: (editionId: number) => void;
}

function Filled({ begun, isOutdated, fields, problems, onTyped, onDone }: FilledProps) {
  const start = begun.value;
  const [form] = Form.useForm<ArticleFields>();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const words = useFieldWords();
  const [isDirty, setDirty] = useState(!isSame(fields, start));
  const [others, setOthers] = useState<readonly DraftProblem[]>([]);
  const show = (found: readonly DraftProblem[]): void => {
    const placed = found.map((problem) => ({ ...problem, field: fieldOfProblem(problem) }));
    const named = new Set(placed.flatMap(({ field }) => field ?? []));
    form.setFields(
      [...named].map((name) => ({
        name,
        errors: placed.filter(({ field }) => field === name).map((problem) => saidOf(problem.message)),
      })),
    );
    setOthers(placed.filter(({ field }) => field === undefined));
  };
  useEffect(() => {
    if (problems) show(problems);
    // of what was found when the draft was opened
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problems]);
  const { isSending, failure, conflict, save, compare, resolve, leave } = useSaveEdition({
    ...ARTICLE_EDITION,
    begun,
    onRefused: (reason) => {
      const found = isCallFailed(reason) ? (reason.data as { problems?: DraftProblem[] } | null)?.problems : undefined;
      if (found) show(found);
      return found !== undefined;
    },
    onSaved: (editionId) => {
      onDone(editionId);
      setDirty(false);
      void message.success(`已于 ${shanghaiSecond(new Date().toISOString()).slice(11)} 保存为稿件`);
      void navigate(`/editions/${editionId}`);
    },
  });
  // what the form does not show while two versions are compared is still in it
  const typed = () => ({ ...fields, ...form.getFieldsValue(true) }) as ArticleFields;
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      {!conflict && isOutdated && <Outdated isBusy={isSending} onCompare={() => compare(typed())} />}
      {!conflict && failure !== '' && <Alert type="error" showIcon title={failure} className="above-form" />}
      {others.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="above-form"
          title="发布前还要改正"
          description={others.map((problem) => (
            <p key={problem.message}>{problem.message}</p>
          ))}
        />
      )}
      {conflict && (
        <MergePanel
          key={`${conflict.version} ${conflict.at}`}
          conflict={conflict}
          words={articleWords(words)}
          isSending={isSending}
          failure={failure}
          onMerge={resolve}
          onBack={leave}
        />
      )}
      <Form
        form={form}
        layout="vertical"
        hidden={conflict !== null}
        initialValues={fields}
        onValuesChange={() => {
          setDirty(!isSame(typed(), start));
          onTyped(typed());
        }}
        onFinish={() => void save(typed())}
        scrollToFirstError={{ focus: true }}
        aria-label="文章"
      >
        <ArticleFieldset />
        <Space className="article-buttons">
          <Button type="primary" htmlType="submit" loading={isSending}>
            保存为稿件
          </Button>
        </Space>
      </Form>
    </>
  );
}
