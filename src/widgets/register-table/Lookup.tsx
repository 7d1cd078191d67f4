import { formatCell } from '#rules/registers/format-cell.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { isBlank } from '#ui/register-columns.ts';
import type { Row } from '#ui/register-columns.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

export interface LookupProps {
  lookup: { field: string; title: string; address: string };
  row: Row;
  columns: RegisterView['columns'];
}

/** The link of a cell that leads elsewhere. */
export function Lookup({ lookup: { title, address }, row, columns }: LookupProps) {
  const textOf = (name: string) => {
    const column = columns.find(({ field }) => field === name);
    return column && !isBlank(row[name]) ? formatCell(row[name], column) : '';
  };
  return (
    <span className="lookup">
      {' '}
      <SiteLink path={address.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(textOf(name)))}>{title}</SiteLink>
    </span>
  );
}
