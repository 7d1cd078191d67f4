import { FileOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { fileSize } from '#rules/files/file-size.ts';
import type { MediaLine } from '#wire/media-answers.ts';
import { fileHref } from './send-file.ts';
import './media.css';

/** Width of a picture in a list, of those that the server makes. */
const THUMB = '480';

/** '1200 × 800，214 KB' */
export const sizeWords = ({ size, bytes }: Pick<MediaLine, 'size' | 'bytes'>): string =>
  [...(size ? [`${size.width} × ${size.height}`] : []), fileSize(bytes)].join('，');

export const endingWords = (filepath: string): string => (filepath.split('.').at(-1) ?? '').toUpperCase();

/** Picture and words on a card of the library; the frame around them says what a click does. */
export function MediaFace({ file }: { file: MediaLine }) {
  const [name = ''] = file.names;
  return (
    <>
      <span className="media-thumb">
        {file.kind === 'picture' ? (
          <img src={fileHref(file.filepath, '', THUMB)} alt={file.alt} loading="lazy" />
        ) : (
          <span>
            <FileOutlined aria-hidden /> {endingWords(file.filepath)}
          </span>
        )}
      </span>
      <span className="media-words">
        <span className="media-name" title={name}>
          {name}
        </span>
        <span className="quiet">{sizeWords(file)}</span>
        <span className="quiet">
          {file.uses > 0 ? `公开使用 ${file.uses} 处` : file.isUnused ? <Tag>未使用</Tag> : '用在稿件中'}
        </span>
      </span>
    </>
  );
}
