import { countText } from '#rules/paging.ts';
import { RegisterFiles } from './RegisterFiles.tsx';

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

/** RG5: a register, or what a page shows of it, as a file. */
export function Downloads({ register, countWord, choices }: DownloadsProps) {
  return (
    <details className="downloads">
      <summary>下载</summary>
      <ul>
        {choices.map(({ title, query, rows, more }) => (
          <li key={title}>
            {title}（{countText(rows, more)} {countWord}）
            <RegisterFiles
              register={register}
              formats={['xlsx', 'csv']}
              rows={rows}
              title={title}
              query={query}
              saves
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
