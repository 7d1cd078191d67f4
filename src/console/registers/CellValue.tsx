import type { Cell, RegisterField } from '#wire/register-answers.ts';
import { fileHref } from '../files/send-file.ts';
import { cellText } from './cell-text.ts';

interface Props {
  field: RegisterField | undefined;
  value: Cell | undefined;
  /** in a table: a picture as large as its line, so that it takes no more room than a word */
  isSmall?: boolean;
}

/** A stored value in a table: a file is opened, and not spelled. */
export function CellValue({ field, value, isSmall = false }: Props) {
  if ((field?.type !== 'image' && field?.type !== 'file') || !value) return cellText(field, value);
  const href = fileHref(String(value));
  return (
    <a href={href} target="_blank" rel="noopener" {...(isSmall && { tabIndex: -1 })}>
      {field.type === 'file' ? (
        '打开文件'
      ) : isSmall ? (
        <img className="cell-picture" src={href} alt="查看图片" loading="lazy" width={28} height={28} />
      ) : (
        '查看图片'
      )}
    </a>
  );
}
