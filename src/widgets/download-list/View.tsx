import type { FileItem } from '#page/data-shapes.ts';
import type { ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { FileList } from '#ui/FileList.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import { ProgramList } from './ProgramList.tsx';
import '#ui/article.css';

type Props = ValueOf<typeof words>;

export function View({ props, data }: ViewProps<Props, 'files'>) {
  if (data.files.length === 0) return <EmptyNote title="暂无可下载的资料" />;
  const isProgram = (file: FileItem) => file.release !== undefined;
  const others = data.files.filter((file) => !isProgram(file));
  return (
    <>
      <ProgramList files={data.files.filter(isProgram)} />
      {others.length > 0 && <FileList files={others} heading={props.titled ? data.title : undefined} />}
    </>
  );
}

export function Waiting() {
  return <Skeleton rows={6} kind="row" />;
}
