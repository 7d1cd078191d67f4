import type { RowHistoryEntry } from '#page/data-shapes.ts';
import type { RegisterView } from '#page/register-schema.ts';
import { cellWords } from '#ui/as-written.ts';

const HOWS: Readonly<Record<RowHistoryEntry['how'], string>> = {
  added: '列入公示',
  changed: '变更',
  removed: '移出公示',
  rewritten: '列名或选项调整，内容没有变动',
};

interface Props {
  /** newest first */
  entries: readonly RowHistoryEntry[];
  columns: RegisterView['columns'];
}

/** RG22: when a row was published and what of it was changed since, as everybody may read it. */
export function RowLog({ entries, columns }: Props) {
  if (entries.length === 0) return null;
  return (
    <section className="row-log" aria-labelledby="row-log">
      <h2 id="row-log">变更记录</h2>
      <ol>
        {entries.map(({ date, how, fields }, at) => (
          <li key={at}>
            <time dateTime={date}>{date}</time>
            <div>
              <p>{HOWS[how]}</p>
              {fields.length > 0 && (
                <dl>
                  {fields.map(({ field, ...values }) => (
                    <ChangedField key={field} column={columns.find((one) => one.field === field)} {...values} />
                  ))}
                </dl>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Column = RegisterView['columns'][number];

/** A field that is in the key and in no column changes with the row's address, never here. */
function ChangedField({
  column,
  before,
  after,
}: Pick<RowHistoryEntry['fields'][number], 'before' | 'after'> & { column: Column | undefined }) {
  if (!column) return null;
  const isFile = column.type === 'image' || column.type === 'file';
  return (
    <div>
      <dt>{column.title}</dt>
      <dd>
        {isFile ? (
          `更换了${column.type === 'image' ? '图片' : '文件'}`
        ) : (
          <>
            <del>
              <span className="unseen">原为</span>
              {cellWords(before, column)}
            </del>
            <span aria-hidden="true"> → </span>
            <ins>
              <span className="unseen">，现为</span>
              {cellWords(after, column)}
            </ins>
          </>
        )}
      </dd>
    </div>
  );
}
