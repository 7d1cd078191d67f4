import type { ShownFile } from '#page/bare-page.ts';
import { fileMark, fileSize, fileTitle } from '#rules/files/file-size.ts';
import { FileMark } from '#ui/FileList.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';

/** FO2: a stored file that browsers do not show by themselves. Drawn by the server only. */
export function FilePage({ file }: { file: ShownFile }) {
  const { filename, download, size, from, body } = file;
  return (
    <>
      <nav className="crumbs" aria-label="当前位置">
        <p className="wrap breadcrumb">
          <SiteLink path={from?.path ?? '/'}>‹ {from ? `返回${from.title}` : '返回首页'}</SiteLink>
        </p>
      </nav>
      <div className="wrap content" id="content">
        <div className="filebar">
          <FileMark mark={fileMark(filename)} />
          <h1 className="title">{fileTitle(filename)}</h1>
          <a className="button button--ink" href={download} download={filename}>
            下载原文件（{fileSize(size)}）
          </a>
        </div>
        {/* the file as it is stored and as it is saved: names in its tables cannot be told from words (LG4) */}
        <div className="rich preview" lang="zh-Hans" translate="no" dangerouslySetInnerHTML={{ __html: body }} />
      </div>
    </>
  );
}
