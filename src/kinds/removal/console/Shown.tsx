import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { Facts } from '#console/editions/Facts.tsx';
import { subjectTitle } from '../../change-words.ts';
import { kindOf, type WrittenOf } from '../../index.ts';
import type { ShownProps } from '../../shown.ts';

/** RE2: what a removal would take away and where, without saying it. */
export function Shown({ change, names }: ShownProps<WrittenOf<'removal'>>) {
  const { reason, passages = [], files = [], except = [], found } = change.document;
  const cells = passages.filter(({ field }) => field !== undefined).length;
  const texts = passages.length - cells;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="above-form"
        title="发布时执行，不能收回。要移除的文字不在这里重复，请到下列内容中核对。"
      />
      <Facts of={{ reason }} kind={kindOf(change)} names={names} />
      {texts > 0 && <p>移除 {texts} 种写法的文字，在下列各处换成“［已按规定移除］”。</p>}
      {cells > 0 && <p>移除一个单元格现在和以前的 {cells} 个值，包括稿件和导入中的副本。</p>}
      <Subjects
        title="涉及的内容"
        of={found.map(({ subject, count }) => ({ subject, note: `（${count} 处）` }))}
        names={names}
      />
      <Subjects title="保留不动的" of={except.map((subject) => ({ subject, note: '' }))} names={names} />
      {files.length > 0 && (
        <>
          <h3>不再保存的文件</h3>
          <ul className="newest">
            {files.map((filepath) => (
              <li key={filepath}>
                <code>{filepath}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface SubjectsProps {
  title: string;
  of: readonly { subject: string; note: string }[];
  names: ShownProps['names'];
}

function Subjects({ title, of, names }: SubjectsProps) {
  if (of.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="newest">
        {of.map(({ subject, note }) => (
          <li key={subject}>
            <Subject subject={subject} names={names} />
            {note}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Screens on which a thing is read, by the kind in its subject. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  article: (id) => `/content/${id}/edit`,
  edition: (id) => `/editions/${id}`,
  register: (id) => `/registers/${id}`,
  file: (id) => `/media/${id}`,
};

function Subject({ subject, names }: { subject: string; names: ShownProps['names'] }) {
  const [kind = '', id = ''] = subject.split(/:(.*)/s);
  const title =
    kind === 'edition' ? `稿件 ${id}` : kind === 'file' ? `文件 ${id}` : subjectTitle(subject as never, names);
  const to = SCREENS[kind]?.(id);
  return to ? <Link to={to}>{title}</Link> : title;
}
