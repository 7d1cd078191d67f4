import { Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fileSize } from '#rules/files/file-size.ts';
import { useSend } from '#console/calls/use-calls.ts';
import { Panel } from '#console/parts/Panel.tsx';
import { StepButtons, type StepProps } from './MovingInScreen.tsx';
import { addressOf } from './steps.ts';

/** MI12: choice whether articles are in a list or in saved pages, and where paths begin. */
export function FormStep({ found, again }: StepProps) {
  const { importId, folder, map, stage } = found;
  const [root, setRoot] = useState(found.root);
  const lists = (folder?.lists ?? []).filter(({ path }) => root === '' || path.startsWith(`${root}/`));
  const within = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
  const [kind, setKind] = useState<'list' | 'pages'>(
    found.read ? ('list' in found.read ? 'list' : 'pages') : lists.length > 0 ? 'list' : 'pages',
  );
  const [list, setList] = useState(found.read && 'list' in found.read ? found.read.list : within(lists[0]?.path ?? ''));
  const [pages, setPages] = useState(found.read && 'pages' in found.read ? found.read.pages : '*.html');
  const send = useSend();
  const navigate = useNavigate();
  const count = folder?.pages.reduce((sum, one) => sum + one.count, 0) ?? 0;
  const next = async (): Promise<void> => {
    const read = kind === 'list' ? { list } : { pages };
    await send('POST /moving-in/:importId/form', { importId, root, read, map });
    await again();
    void navigate(addressOf(importId, 'map'));
  };
  return (
    <>
      <Panel title="文章在哪里">
        <Form layout="vertical" component="div" className="wide-form">
          {folder && folder.top !== '' && (
            <Form.Item
              label="路径从哪里算起"
              htmlFor="moving-in-root"
              extra={`所有文件都在“${folder.top}”里。列表中写的路径，以及网页原来的地址，从哪一层开始？`}
            >
              <Select
                id="moving-in-root"
                value={root}
                disabled={stage === 'saved'}
                onChange={(value: string) => {
                  setRoot(value);
                  const first =
                    folder.lists.find(({ path }) => value === '' || path.startsWith(`${value}/`))?.path ?? '';
                  setList(value === '' ? first : first.slice(value.length + 1));
                }}
                options={[
                  { value: folder.top, label: `${folder.top} 里面` },
                  { value: '', label: `${folder.top} 外面` },
                ]}
              />
            </Form.Item>
          )}
          <Form.Item label="形式">
            <Radio.Group
              value={kind}
              onChange={({ target }) => setKind(target.value as 'list' | 'pages')}
              options={[
                { value: 'list', label: '一张列表（CSV 或 JSON）' },
                { value: 'pages', label: '保存下来的网页（HTML）' },
              ]}
            />
          </Form.Item>
          {kind === 'list' ? (
            <Form.Item
              label="列表文件"
              htmlFor="moving-in-list"
              extra="每篇文章一行，第一行是各列的标题。Excel 表格请另存为 CSV。编码（UTF-8、GB18030、UTF-16）自动识别。"
            >
              <Select
                id="moving-in-list"
                value={list === '' ? undefined : list}
                placeholder={lists.length === 0 ? '没有 CSV 或 JSON 文件' : '请选择'}
                onChange={setList}
                showSearch
                options={lists.map(({ path, bytes }) => ({
                  value: within(path),
                  label: `${within(path)}（${fileSize(bytes)}）`,
                }))}
              />
            </Form.Item>
          ) : (
            <Form.Item
              label="网页文件名的样式"
              htmlFor="moving-in-pages"
              extra={`* 代表任意文字，不写斜杠时在各级文件夹中找。共有 ${count.toLocaleString('zh-CN')} 个网页文件。`}
            >
              <Input
                id="moving-in-pages"
                value={pages}
                onChange={({ target }) => setPages(target.value)}
                maxLength={200}
              />
            </Form.Item>
          )}
        </Form>
      </Panel>
      <StepButtons
        importId={importId}
        step="form"
        disabled={kind === 'list' ? list === '' : pages.trim() === ''}
        onNext={next}
      />
    </>
  );
}
