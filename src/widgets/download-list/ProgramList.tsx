import type { FileItem } from '#page/data-shapes.ts';
import { FILE_MISSING } from '#rules/files/file-opening.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { fileMark, fileSize, fileTitle } from '#rules/files/file-size.ts';
import { FileMark } from '#ui/FileList.tsx';
import './style.css';

/**
 * Programs with what is known of each version, and how a visitor makes sure that what arrived is what was given out.
 */
export function ProgramList({ files }: { files: readonly FileItem[] }) {
  if (files.length === 0) return null;
  return (
    <>
      <ul className="programs">
        {files.map((file) => (
          <Program key={file.filename} file={file} />
        ))}
      </ul>
      <HowToCheck file={files.find(({ sha256 }) => sha256 !== '')} />
    </>
  );
}

function Program({ file }: { file: FileItem }) {
  const { version, platform, date, note } = file.release!;
  // the version stands beside the name, so the name need not hold it
  const title = fileTitle(file.filename).replace(`_${version}`, '').replaceAll('_', ' ');
  const facts = [
    ['版本', version],
    ['平台', platform],
    ['日期', date],
    ['大小', fileSize(file.size) || FILE_MISSING],
  ];
  return (
    <li>
      <FileMark mark={fileMark(file.filename)} />
      <div>
        <h2>{title}</h2>
        {note && <p>{note}</p>}
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{name === '日期' ? <time dateTime={value}>{value}</time> : value}</dd>
            </div>
          ))}
        </dl>
        {file.sha256 && (
          <p className="programs__sum">
            SHA-256 <code>{file.sha256}</code>
          </p>
        )}
      </div>
      {file.filepath && (
        <a
          className="button button--ink"
          href={FILE_BASE + file.filepath}
          download={file.filename}
          aria-label={`下载 ${title} ${version}`}
        >
          下载
        </a>
      )}
    </li>
  );
}

/** @param file one that is there, for the example */
function HowToCheck({ file }: { file: FileItem | undefined }) {
  if (!file) return null;
  return (
    <details className="programs__check">
      <summary>怎样核对下载的文件</summary>
      <p>
        SHA-256
        由文件内容算出，文件改动一个字节，结果就完全不同。下载后在自己的电脑上计算一次，与上面的一致，说明文件完整、没有被替换；不一致的请不要安装，并联系客服。
      </p>
      <dl>
        <dt>Windows 命令提示符</dt>
        <dd>
          <code>certutil -hashfile {file.filename} SHA256</code>
        </dd>
        <dt>macOS 终端</dt>
        <dd>
          <code>shasum -a 256 {file.filename}</code>
        </dd>
        <dt>Linux 终端</dt>
        <dd>
          <code>sha256sum {file.filename}</code>
        </dd>
      </dl>
    </details>
  );
}
