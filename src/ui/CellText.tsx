import { Fragment } from 'react';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import { FILE_BASE } from '#rules/files/filepath.ts';
import { formatCell } from '#rules/registers/format-cell.ts';
import { boxedPicture } from '#rules/files/small-picture.ts';
import { translateOf } from './as-written.ts';
import type { Column } from './register-columns.ts';
import { isBlank, piecesOf } from './register-columns.ts';
import { inScript } from './script/active-script.ts';
import { SiteLink } from './SiteLink.tsx';
import { Tag } from './Tag.tsx';

/** RK6: why a row lacks a restricted field */
interface Withheld {
  reason: string;
  text: string;
}

/**
 * The value of a register's field as its type is written: tag, telephone, link, picture, file, or plain text. The
 * element
 * around it says `translate={translateOf(value, column)}`, for browsers that translate.
 */
export function CellText({
  value,
  column,
  withheld,
}: {
  value: string | number | null | undefined;
  column: Column;
  withheld?: Withheld;
}) {
  // RK4: visitors who have not logged in get a link to the login
  if (value === undefined && withheld)
    return withheld.reason === 'login' ? <button data-login="">{withheld.text}</button> : inScript(withheld.text);
  const text = formatCell(value, column);
  if (isBlank(value)) return inScript(text);
  if (column.tags)
    return <Tag look={Object.hasOwn(column.tags, String(value)) ? column.tags[String(value)] : 'quiet'}>{text}</Tag>;
  if (column.type === 'phone') return <a href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</a>;
  if (column.type === 'url' && isExternal(text)) return <SiteLink path={text}>查看</SiteLink>;
  if (column.type === 'image')
    return <img {...boxedPicture(FILE_BASE + text, '40px')} alt="" width="40" height="48" loading="lazy" />;
  if (column.type === 'file') {
    return (
      <a href={FILE_BASE + text} target="_blank" rel="noopener">
        打开
      </a>
    );
  }
  return <Words pieces={piecesOf(text, column)} translate={translateOf(value, column)} />;
}

/** One element around all of them: in a card every element of a cell would be on a line of its own. */
function Words({ pieces, translate }: { pieces: readonly string[]; translate: 'no' | undefined }) {
  if (pieces.length === 1) return translate ? pieces[0] : inScript(pieces[0]!);
  return (
    <span className="words" translate={translate}>
      {pieces.map((piece, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
