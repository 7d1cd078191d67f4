import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WizardArticle } from '#wire/wizard.ts';
import { FileDrop } from '../files/FileDrop.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Field } from './Field.tsx';
import { focusFirstProblem, focusIn } from './focus-in.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf } from './wizard-state.ts';
import { StepButtons } from './WizardScreen.tsx';

// the editor is larger than all the rest of the form
const ArticleText = lazy(() => import('../content/ArticleText.tsx').then((file) => ({ default: file.ArticleText })));

/** The first content of a list, an article, an article with files, or downloads. */
export function ContentStep({ wizard: { state, change } }: { wizard: Wizard }) {
  const { kind, article } = state;
  const navigate = useNavigate();
  const [showsMissing, setShowsMissing] = useState(false);
  const put = (fields: Partial<WizardArticle>): void =>
    change((before) => ({ article: { ...before.article, ...fields } }));
  const hasText = article.content.replaceAll(/<[^>]*>/g, '').trim() !== '' || article.content.includes('<img');
  const hasFiles = kind === 'files' || kind === 'downloads';
  const problems = {
    title: article.title.trim() === '' && (kind !== 'list' || hasText) ? '请填写标题' : '',
    content: kind !== 'downloads' && kind !== 'list' && !hasText ? '请填写正文' : '',
    attachments: hasFiles && article.attachments.length === 0 ? '请至少上传一个文件' : '',
  };
  const messageOf = (field: keyof typeof problems): string => (showsMissing ? problems[field] : '');
  const go = (): void => {
    if (Object.values(problems).some((problem) => problem !== ''))
      return focusFirstProblem(() => setShowsMissing(true));
    change((before) => ({
      channel: { ...before.channel, name: before.channel.name || (kind === 'list' ? '' : before.article.title.trim()) },
    }));
    void navigate(addressOf(kind, 'channel'));
  };
  return (
    <>
      <Panel title={kind === 'list' ? '第一篇文章（可以不写）' : '内容'}>
        <div className="wide-form">
          <Field
            label="标题"
            isRequired={kind !== 'list'}
            hint={kind === 'list' ? '留空则先建一个没有文章的栏目' : '也作为栏目名称的建议'}
            missing={problems.title}
            showsMissing={showsMissing}
          >
            {(given) => (
              <Input
                {...given}
                value={article.title}
                maxLength={300}
                onChange={(event) => put({ title: event.target.value })}
              />
            )}
          </Field>
        </div>
        {kind !== 'downloads' && (
          <Suspense fallback={<Loading />}>
            <p className={messageOf('content') === '' ? 'quiet' : 'field-problem'}>{messageOf('content') || '正文'}</p>
            <ArticleText value={article.content} onChange={(content) => put({ content })} />
          </Suspense>
        )}
      </Panel>
      {kind !== 'article' && (
        <Panel title={kind === 'downloads' ? '供下载的文件' : '附件'}>
          {messageOf('attachments') !== '' && <p className="field-problem">{messageOf('attachments')}</p>}
          <FileDrop
            label="添加文件"
            hint="可以一次选择几个。"
            multiple
            onStored={({ filename, filepath }) =>
              change((before) => ({
                article: {
                  ...before.article,
                  attachments: [
                    ...before.article.attachments.filter((one) => one.filepath !== filepath),
                    { filename, filepath },
                  ],
                },
              }))
            }
          />
          <Attachments list={article.attachments} onChange={(attachments) => put({ attachments })} />
        </Panel>
      )}
      <StepButtons kind={kind} step="content" onNext={go} />
    </>
  );
}

function Attachments({
  list,
  onChange,
}: {
  list: WizardArticle['attachments'];
  onChange: (list: WizardArticle['attachments']) => void;
}) {
  if (list.length === 0) return null;
  const remove = (filepath: string, at: number): void => {
    // the focus moves from the pressed button to the one that takes its place, else to the one before, else to the
    // upload
    const next = Math.min(at, list.length - 2);
    focusIn(next < 0 ? '.file-drop button' : `.wizard-attachments li:nth-child(${next + 1}) button`, () =>
      onChange(list.filter((one) => one.filepath !== filepath)),
    );
  };
  return (
    <ul className="wizard-attachments" aria-label="已上传的文件">
      {list.map(({ filename, filepath }, at) => (
        <li key={filepath}>
          <Input
            value={filename}
            maxLength={200}
            aria-label={`第 ${at + 1} 个文件的名称`}
            onChange={(event) =>
              onChange(list.map((one) => (one.filepath === filepath ? { ...one, filename: event.target.value } : one)))
            }
          />
          <Button size="small" aria-label={`去掉 ${filename}`} onClick={() => remove(filepath, at)}>
            去掉
          </Button>
        </li>
      ))}
    </ul>
  );
}
