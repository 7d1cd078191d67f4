import { Marked } from 'marked';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { features } from '#features/index.ts';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { MissingScreen } from '../parts/Notices.tsx';
import { HELP_PAGES } from './help-pages.ts';

/** The documents are the repository's own, built into the console. */
const texts = byName(import.meta.glob<string>('#docs/admin/*.md', { query: '?raw', import: 'default' }));
const pictures = byName(
  import.meta.glob<string>('#docs/admin/pictures/*.png', { query: '?url', import: 'default', eager: true }),
);

/** files by their names without folders */
function byName<T>(files: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [path.slice(path.lastIndexOf('/') + 1), file]));
}

/** Help of the console: a document of docs/admin, with links that lead to the others and to its parts. */
export function Help() {
  const { page = 'README' } = useParams();
  return HELP_PAGES.includes(page) ? <Document key={page} page={page} /> : <MissingScreen />;
}

function Document({ page }: { page: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState<string>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    texts[`${page}.md`]!().then(setText, setError);
  }, [page]);
  const [title, html] = text === undefined ? ['帮助', ''] : read(text);
  // a link between documents changes the screen without loading the console anew
  const follow = (event: React.MouseEvent<HTMLElement>): void => {
    const to = (event.target as Element).closest('a[href^="/console/"]')?.getAttribute('href');
    if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(to.slice('/console'.length));
  };
  return (
    <Screen
      title={title}
      above={page === 'README' ? [] : [{ to: '/help', name: '帮助' }]}
      purpose="后台各页面怎样使用，按要做的事分篇。"
    >
      <div className="two-columns wide-first">
        <Panel title="说明">
          {error !== undefined && <Failure error={error} retry={() => location.reload()} />}
          {text === undefined && error === undefined && <Loading />}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions: a link is clicked by keys, too */}
          <div className="help-text" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
        </Panel>
        <Others />
      </div>
    </Screen>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  README: '登录与角色',
  articles: '文章',
  files: '文件与图片',
  editions: '稿件怎样走到公开',
  channels: '栏目',
  'new-channel': '新建公示栏目',
  registers: '登记表',
  pages: '页面',
  settings: '设置',
  past: '历史页面',
  people: '人员与权限',
  ...Object.fromEntries(Object.values(features).flatMap(({ help }) => (help ? [[help.page, help.title]] : []))),
};

function Others() {
  return (
    <Panel title="全部说明">
      <ul className="bullets">
        {HELP_PAGES.map((name) => (
          <li key={name}>
            <Link to={name === 'README' ? '/help' : `/help/${name}`}>{TITLES[name]}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const marked = new Marked({
  walkTokens: (token) => {
    if (token.type === 'link')
      token.href = token.href.replace(/^([\w-]+)\.md/, (_: string, name: string) =>
        name === 'README' ? '/console/help' : `/console/help/${name}`,
      );
    if (token.type === 'image') token.href = pictures[token.href.replace('pictures/', '')] ?? token.href;
    // the screen has the first heading, the panel the second
    if (token.type === 'heading') token.depth += 1;
  },
});

/** A line of a source ends where there is room; between Chinese words that is no space. */
const BROKEN = /(?<=[\p{Script=Han}，。；：、（）“”…])\n(?=[\p{Script=Han}，。；：、（）“”])/gu;

/** @returns the title, and the rest as HTML */
function read(text: string): [title: string, html: string] {
  const [, title = '帮助', rest = ''] = /^# (.*)\n([^]*)$/.exec(text) ?? [];
  return [title, marked.parse(rest.replace(BROKEN, ''), { async: false })];
}
