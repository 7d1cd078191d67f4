import { fileFields } from '#kinds/register/wizard-table.ts';
import type { MisfitCell, SampleRow, WizardTable } from '#wire/wizard.ts';

interface Props {
  table: WizardTable;
  samples: readonly SampleRow[];
  misfits: readonly MisfitCell[];
}

/** First rows as they are in the file; cells that do not fit the chosen type are marked, with the reason. */
export function SampleRows({ table, samples, misfits }: Props) {
  const inFile = fileFields(table).sort((a, b) => a.place - b.place);
  const wrong = new Map(misfits.map((one) => [`${one.line}:${one.place}`, one.message]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex: whoever has no mouse scrolls it by keys
    <div className="wide-table" tabIndex={0} role="region" aria-label="各行的内容">
      <table>
        <thead>
          <tr>
            <th scope="col">行</th>
            {inFile.map(({ place, field: { title }, visibility }) => (
              <th key={place} scope="col" className={visibility === 'left-out' ? 'quiet' : undefined}>
                {visibility === 'left-out'
                  ? `${title}（不导入）`
                  : visibility === 'hidden'
                    ? `${title}（不公开）`
                    : visibility === 'by-level'
                      ? `${title}（仅限有资格的客户）`
                      : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map(({ line, cells }) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              {inFile.map(({ place, visibility }) => {
                const message = wrong.get(`${line}:${place}`);
                return (
                  <td
                    key={place}
                    className={message === undefined ? (visibility === 'left-out' ? 'quiet' : undefined) : 'misfit'}
                    title={message}
                  >
                    {cells[place] || (message === undefined ? '' : '（空）')}
                    {message !== undefined && <span className="unseen">{`不符合：${message}`}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
