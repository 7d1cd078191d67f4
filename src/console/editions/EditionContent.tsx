import { useChannels } from '../calls/channels.ts';
import { momentOf } from '../calls/moments.ts';
import { Panel } from '../parts/Panel.tsx';
import type { DraftChange, RegisterShape, Row } from './edition-answers.ts';
import { changeTitle, fieldTitle, linesOfHtml, valueText } from './edition-words.ts';

/** rows of a register that are shown; the differences tell of all */
const ROWS_SHOWN = 20;

/** What an edition says, each change in a form that people read. */
export function EditionContent({ changes }: { changes: readonly DraftChange[] }) {
  return (
    <Panel title="内容">
      {changes.map((change, at) => (
        // changes have no ids: their place is what they are told apart by
        // oxlint-disable-next-line react/no-array-index-key
        <section key={at} className="change">
          <h3>{changeTitle(change)}</h3>
          <Change change={change} />
        </section>
      ))}
    </Panel>
  );
}

function Change({ change }: { change: DraftChange }) {
  switch (change.kind) {
    case 'article': {
      const { content = '', ...facts } = change.article;
      return (
        <>
          <Facts of={facts} />
          <div className="draft-text">{content === '' ? <p className="quiet">没有正文</p> : linesOfHtml(content).map((line, at) => <p key={`${at} ${line}`}>{line}</p>)}</div>
        </>
      );
    }
    case 'register':
      return <Register {...change} />;
    case 'channel':
      return <Facts of={change.channel} />;
    case 'page':
      return <Source of={change.document} />;
    case 'setting':
      return <Source of={change.value} />;
    default: {
      const { kind: _kind, ...facts } = change;
      return <Facts of={facts} />;
    }
  }
}

function Facts({ of }: { of: Readonly<Record<string, unknown>> }) {
  const { nameOf } = useChannels();
  const shown = (name: string, value: unknown): string => {
    if (name === 'channelId' || name === 'parentId') return nameOf(String(value));
    if (name === 'contentTime') return momentOf(String(value));
    if (name === 'topFlag') return value === 1 ? '是' : '否';
    return Array.isArray(value) ? value.map((one) => valueText((one as { filename?: unknown } | null)?.filename ?? one)).join('、') : valueText(value);
  };
  return (
    <dl className="facts">
      {Object.entries(of)
        .filter(([, value]) => value !== '' && value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0))
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{fieldTitle(`/${name}`)}</dt>
            <dd>{shown(name, value)}</dd>
          </div>
        ))}
    </dl>
  );
}

function Register({ definition, rows, dataDate, department }: { definition: RegisterShape; rows: readonly Row[]; dataDate: string; department: string }) {
  return (
    <>
      <Facts of={{ dataDate, department }} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex: whoever has no mouse scrolls it by keys */}
      <div className="wide-table" tabIndex={0} role="region" aria-label={`${definition.title}的前几行`}>
        <table>
          <thead>
            <tr>
              {Object.entries(definition.fields).map(([name, { title }]) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS_SHOWN).map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {Object.keys(definition.fields).map((name) => (
                  <td key={name}>{row[name] ?? '—'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > ROWS_SHOWN && <p className="quiet">{`共 ${rows.length.toLocaleString('zh-CN')} 行，这里显示前 ${ROWS_SHOWN} 行；增改删的行见“差异”。`}</p>}
    </>
  );
}

function Source({ of }: { of: unknown }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="code" tabIndex={0}>
      {JSON.stringify(of, null, 2)}
    </pre>
  );
}
