import { writeQuery } from '#rules/addresses/site-address.ts';

/** A sheet of a workbook has no more rows than this and its head. */
const SHEET_ROWS = 1_048_575;

const NAMES = { xlsx: 'Excel', csv: 'CSV', json: 'JSON', 'datapackage.json': '字段' } as const;
type Format = keyof typeof NAMES;

interface RegisterFilesProps {
  register: string;
  /** in this order; a workbook is left out where its sheet has no room */
  formats: readonly Format[];
  rows: number;
  /** content of the files, for screen readers */
  title: string;
  /** filters, sort, asOf */
  query?: Record<string, string>;
  /** the browser keeps them, instead of showing those that it can */
  saves?: boolean;
}

/** RG5, RG34: links to a register as a file. wire/paths.ts states the same address for the server. */
export function RegisterFiles({ register, formats, rows, title, query = {}, saves = false }: RegisterFilesProps) {
  return formats
    .filter((format) => format !== 'xlsx' || rows <= SHEET_ROWS)
    .map((format) => (
      <a
        key={format}
        href={`/register-file/${register}.${format}${writeQuery(query)}`}
        {...(saves && { download: '' })}
        aria-label={`${title} ${NAMES[format]}`}
      >
        {NAMES[format]}
      </a>
    ));
}
