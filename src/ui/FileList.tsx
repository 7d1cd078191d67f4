import { FILE_MISSING, openingOf } from '#rules/files/file-opening.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { fileMark, fileSize, fileTitle } from '#rules/files/file-size.ts';

export interface ListedFile {
  filename: string;
  /** '' where the file is missing */
  filepath: string;
  /** bytes, null where the file is missing */
  size: number | null;
  sha256: string;
}

/**
 * Files as rows: kind, name, size, how each opens (FO1–FO5), and the sum by which a reader can check what was saved.
 */
export function FileList({ files, heading }: { files: readonly ListedFile[]; heading?: string }) {
  return (
    <section className="files">
      {heading && <h2 className="files__heading">{heading}</h2>}
      <ul>
        {files.map((file, index) => (
          <li key={file.filepath || index} className="file">
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @param mark ending of the file's name in capitals */
export function FileMark({ mark }: { mark: string }) {
  return (
    <span className="file__mark" data-kind={mark.toLowerCase().slice(0, 3)}>
      {mark}
    </span>
  );
}

function FileRow({ file }: { file: ListedFile }) {
  const { kind, href, download, inPage } = openingOf(file);
  const mark = fileMark(file.filename);
  const icon = <FileMark mark={mark} />;
  const title = fileTitle(file.filename);
  if (kind === 'missing') {
    // no link that leads nowhere; site/navigation answers the button with the words of FO5
    return (
      <>
        {icon}
        <button type="button" className="file__name file__name--missing" data-missing-file="">
          {title}
        </button>
        <span className="file__size">{FILE_MISSING}</span>
      </>
    );
  }
  const act = kind === 'viewer' ? '预览' : '打开';
  const window = kind === 'new-window' || kind === 'viewer' ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <>
      {icon}
      <a className="file__name" href={href} download={download} {...window}>
        {title}
      </a>
      <span className="file__size">{fileSize(file.size)}</span>
      <span className="file__actions">
        {inPage ? (
          // the name opens the window
          <a href={inPage} aria-label={`页内阅读 ${title}`}>
            阅读
          </a>
        ) : (
          kind !== 'download' && (
            <a href={href} {...window} aria-label={`${act} ${title}`}>
              {act}
            </a>
          )
        )}
        <a href={FILE_BASE + file.filepath} download={file.filename} aria-label={`下载 ${title}`}>
          下载
        </a>
      </span>
      {file.sha256 && (
        <details className="file__sum">
          <summary>SHA-256</summary>
          <code>{file.sha256}</code>
        </details>
      )}
    </>
  );
}
