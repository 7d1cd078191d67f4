import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import type { MovingInTrial } from '../wire.ts';
import { call, LONG_TIMEOUT, wordsOf } from '#console/calls/call.ts';
import { ChannelSelect } from '#console/parts/ChannelSelect.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { Hosts } from './ListMap.tsx';
import type { MapProps } from './MapStep.tsx';
import { Tried } from './Tried.tsx';

const SELECTORS = [
  ['title', '标题', 'h1.title', true],
  ['date', '日期', '.info .time', true],
  ['body', '正文', '#content', true],
  ['attachments', '附件的链接', '.files a', false],
] as const;

/** MI12: selectors of title, date, text and attachments in saved pages, tried on one page; and channels of folders. */
export function PagesMap({ found, map, onChange, save }: MapProps) {
  const { importId, folder, root } = found;
  const within = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
  const folders = (folder?.pages ?? []).filter(
    ({ folder: name }) => root === '' || name === root || name.startsWith(`${root}/`),
  );
  // a channel for all, also where the outermost folder has no page of its own
  const shown = folders.some(({ folder: name }) => name === root)
    ? folders
    : [{ folder: root, count: 0, first: '' }, ...folders];
  const [file, setFile] = useState(within(folders[0]?.first ?? ''));
  const [trial, setTrial] = useState<MovingInTrial>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const selectors = { title: '', date: '', body: '', ...map.selectors };
  const change = (name: string, value: string): void => {
    const { attachments = '', ...rest } = { ...selectors, [name]: value };
    onChange({ ...map, selectors: { ...rest, ...(attachments.trim() !== '' && { attachments }) } });
  };
  const tryOut = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await save();
      setTrial(await call('GET /moving-in/:importId/trial', { importId, file }, LONG_TIMEOUT));
    } catch (reason) {
      setTrial(undefined);
      setProblem(wordsOf(reason));
    } finally {
      setBusy(false);
    }
  };
  const isWhole = [selectors.title, selectors.date, selectors.body].every((selector) => selector.trim() !== '');
  return (
    <>
      <Panel title="网页中的位置">
        <p className="quiet">
          用 CSS 选择器说明，如 h1、.title、#content。在浏览器中打开一个网页，右键“检查”即可看到元素的 class 和
          id；不熟悉的，可请做原网站的人提供。
        </p>
        <Form layout="vertical" component="div" className="wide-form">
          {SELECTORS.map(([name, label, example, isNeeded]) => (
            <Form.Item
              key={name}
              label={label}
              required={isNeeded}
              htmlFor={`selector-${name}`}
              extra={`如 ${example}`}
            >
              <Input
                id={`selector-${name}`}
                spellCheck={false}
                maxLength={200}
                value={selectors[name] ?? ''}
                onChange={({ target }) => change(name, target.value)}
              />
            </Form.Item>
          ))}
          <Hosts map={map} onChange={onChange} known={[]} />
        </Form>
      </Panel>
      <Panel title="文件夹的栏目" extra={<span className="quiet">没有选定的，同上一级文件夹</span>}>
        <ul className="moving-in-words" aria-label="文件夹和栏目">
          {shown.map(({ folder: name, count }) => {
            const path = name === root ? '' : within(name);
            return (
              <li key={name}>
                <span>
                  {path === '' ? '最外一层' : path}
                  <span className="quiet">{`　${count.toLocaleString('zh-CN')} 个网页`}</span>
                </span>
                <ChannelSelect
                  act="content.write"
                  none={path === '' ? '没有选定' : '同上一级文件夹'}
                  aria-label={`“${path === '' ? '最外一层' : path}”的栏目`}
                  value={map.folders?.[path] ?? ''}
                  onChange={(value: string) => {
                    const { [path]: _before, ...rest } = map.folders ?? {};
                    onChange({ ...map, folders: value === '' ? rest : { ...rest, [path]: value } });
                  }}
                />
              </li>
            );
          })}
        </ul>
      </Panel>
      <Panel title="在一个网页上试一试">
        <Form layout="vertical" component="div" className="wide-form">
          <Form.Item label="网页" htmlFor="moving-in-page" extra="各文件夹的第一个网页">
            <Select
              id="moving-in-page"
              showSearch
              value={file === '' ? undefined : file}
              onChange={setFile}
              options={folders.map(({ first }) => ({ value: within(first), label: within(first) }))}
            />
          </Form.Item>
          <Button disabled={!isWhole || file === ''} loading={isBusy} onClick={() => void tryOut()}>
            试一试
          </Button>
        </Form>
        <div aria-live="polite">
          {problem !== '' && <Alert type="error" showIcon title={problem} />}
          {trial?.articles.map((article) => (
            <Tried key={article.place} article={article} importId={importId} isOpen />
          ))}
          {trial?.articles.length === 0 && <Alert type="warning" showIcon title="没有读到这个网页" />}
        </div>
      </Panel>
    </>
  );
}
