import { fileMark, fileSize } from '#rules/files/file-size.ts';
import type { EditionFile } from '#wire/console-answers.ts';
import { fileHref } from '../files/send-file.ts';

interface Attached {
  filename: string;
  filepath: string;
}

interface Props {
  attachments: readonly Attached[];
  /** filepath of the picture in lists; '' for none */
  image: string;
  /** stored ones, by filepath */
  files: Readonly<Record<string, EditionFile>>;
}

/** The files of an article in a draft, as rows of its facts: what each is, and a way to open it. */
export function EditionFiles({ attachments, image, files }: Props) {
  const list = [
    ...(image === '' ? [] : [{ title: '列表图片', filename: `图片.${image.split('.').at(-1)}`, filepath: image }]),
    ...attachments.map((one, at) => ({ title: `附件 ${at + 1}`, ...one })),
  ];
  return list.map(({ title, filename, filepath }) => (
    <div key={title} className="fact">
      <dt>{title}</dt>
      <dd>
        {`${filename}　`}
        <About file={files[filepath]} filename={filename} href={fileHref(filepath, filename)} />
      </dd>
    </div>
  ));
}

function About({ file, filename, href }: { file: EditionFile | undefined; filename: string; href: string }) {
  if (!file) return <span className="quiet">文件库中没有这个文件，请重新上传</span>;
  return (
    <>
      <span className="quiet">{`${fileMark(filename)}，${fileSize(file.bytes)}　`}</span>
      <a href={href} target="_blank" rel="noreferrer" aria-label={`打开 ${filename}`}>
        打开
      </a>
    </>
  );
}
