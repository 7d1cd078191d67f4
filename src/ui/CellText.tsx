import { isExternal } from '#rules/channel-tree.ts';
import { FILE_BASE } from '#rules/filepath.ts';
import { formatCell } from '#rules/format-cell.ts';
import type { Column } from './register-columns.ts';
import { isBlank } from './register-columns.ts';
import { SiteLink } from './SiteLink.tsx';
import { Tag } from './Tag.tsx';

/** The value of a register's field as its type is written: tag, telephone, link, picture, file, or plain text. */
export function CellText({ value, column }: { value: string | number | null | undefined; column: Column }) {
  const text = formatCell(value, column);
  if (isBlank(value)) return text;
  if (column.tags) return <Tag look={Object.hasOwn(column.tags, String(value)) ? column.tags[String(value)] : 'quiet'}>{text}</Tag>;
  if (column.type === 'phone') return <a href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</a>;
  if (column.type === 'url' && isExternal(text)) return <SiteLink path={text}>查看</SiteLink>;
  if (column.type === 'image') return <img src={FILE_BASE + text} alt="" width="40" height="48" loading="lazy" />;
  if (column.type === 'file') {
    return (
      <a href={FILE_BASE + text} target="_blank" rel="noopener">
        打开
      </a>
    );
  }
  return text;
}
