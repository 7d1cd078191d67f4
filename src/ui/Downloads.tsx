import { countText } from '#rules/addresses/paging.ts';
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
  register: { register: string; countWord: string; isElsewhere?: boolean | undefined };
  choices: readonly Choice[];
}

/** RG5: a register, or what a page shows of it, as a file. US5: of one that another system answers there are none. */
export function Downloads({ register: { register, countWord, isElsewhere }, choices }: DownloadsProps) {
  if (isElsewhere) return null;
  return (
    <details className="downloads">
      <summary>下载</summary>
      <ul>
        {choices.map((choice) => (
          <li key={choice.title}>
            {choice.title}（{countText(choice.rows, choice.more)} {countWord}）
            <RegisterFiles {...choice} register={register} formats={['xlsx', 'csv']} saves />
          </li>
        ))}
      </ul>
    </details>
  );
}
