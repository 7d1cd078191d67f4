import { countText } from '#rules/paging.ts';
import { writeQuery } from '#rules/site-address.ts';

interface Choice {
  title: string;
  /** filters, sort, asOf */
  query: Record<string, string>;
  rows: number;
  /** `rows` is where counting ended */
  more?: boolean;
}

interface DownloadsProps {
  register: string;
  countWord: string;
  choices: readonly Choice[];
}

/** A sheet of a workbook has no more rows than this and its head. */
const SHEET_ROWS = 1_048_575;
const NAMES: Record<string, string> = { xlsx: 'Excel', csv: 'CSV' };

/** RG5: a register, or what a page shows of it, as a file. wire/paths.ts states the same address for the server. */
export function Downloads({ register, countWord, choices }: DownloadsProps) {
  return (
    <details className="downloads">
      <summary>下载</summary>
      <ul>
        {choices.map(({ title, query, rows, more }) => (
          <li key={title}>
            {title}（{countText(rows, more)} {countWord}）
            {(rows > SHEET_ROWS ? ['csv'] : ['xlsx', 'csv']).map((format) => (
              <a
                key={format}
                href={`/register-file/${register}.${format}${writeQuery(query)}`}
                download=""
                aria-label={`${title} ${NAMES[format]}`}
              >
                {NAMES[format]}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
