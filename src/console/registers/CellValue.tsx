import type { Cell, RegisterField } from '#wire/register-answers.ts';
import { fileHref } from '../files/send-file.ts';
import { cellText } from './cell-text.ts';

/** A stored value in a table: a file is opened, and not spelled. */
export function CellValue({ field, value }: { field: RegisterField | undefined; value: Cell | undefined }) {
  if ((field?.type !== 'image' && field?.type !== 'file') || !value) return cellText(field, value);
  return (
    <a href={fileHref(String(value))} target="_blank" rel="noopener">
      {field.type === 'image' ? '查看图片' : '打开文件'}
    </a>
  );
}
