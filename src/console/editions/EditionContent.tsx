import type { ReactNode } from 'react';
import { freshnessName } from '#rules/freshness.ts';
import { shanghaiSecond } from '#rules/shanghai-date.ts';
import { Panel } from '../parts/Panel.tsx';
import { EditionRows } from '../registers/EditionRows.tsx';
import { isToldWithRows, summaryOf } from './change-summary.ts';
import type { DraftChange, FoundEdition } from './edition-answers.ts';
import { EditionFiles } from './EditionFiles.tsx';
import { useEditionNames, type EditionNames } from './edition-names.ts';
import { CHANNEL_TYPES, changeTitle, fieldTitle, fileNames, linesOfHtml, valueText } from './edition-words.ts';

interface Shown {
  editionId: number;
  version: number;
  files: FoundEdition['files'];
  titles: FoundEdition['titles'];
}

/** What an edition says, each change in a form that people read. */
export function EditionContent({ edition, changes }: { edition: Shown; changes: readonly DraftChange[] }) {
  const names = useEditionNames(changes, edition.titles);
  return (
    <Panel title="内容">
      {changes.map(
        (change, at) =>
          !isToldWithRows(change, changes) && (
            // changes have no ids: their place is what they are told apart by
            // oxlint-disable-next-line react/no-array-index-key
            <section key={at} className="change">
              <h3>{changeTitle(change, names)}</h3>
              <Change edition={edition} at={at} change={change} names={names} />
            </section>
          ),
      )}
    </Panel>
  );
}

function Change({
  edition,
  at: place,
  change,
  names,
}: {
  edition: Shown;
  at: number;
  change: DraftChange;
  names: EditionNames;
}) {
  const summary = summaryOf(change, names);
  switch (change.kind) {
    case 'article': {
      const { content = '', attachments = [], image = '', ...facts } = change.article;
      return (
        <>
          <Facts of={facts} nameOf={names.nameOf}>
            <EditionFiles attachments={attachments} image={image} files={edition.files} />
          </Facts>
          <div className="draft-text">
            {content === '' ? (
              <p className="quiet">没有正文</p>
            ) : (
              linesOfHtml(content).map((line, at) => <p key={`${at} ${line}`}>{line}</p>)
            )}
          </div>
        </>
      );
    }
    case 'register':
      return (
        <>
          <p>{summary}</p>
          <Facts of={{ dataDate: change.dataDate, department: change.department }} nameOf={names.nameOf} />
          <EditionRows edition={edition} change={place} definition={change.definition} />
          <Source title="登记表的定义" of={change.definition} />
        </>
      );
    case 'channel':
      return <Facts of={change.channel} nameOf={names.nameOf} />;
    case 'page':
      return (
        <>
          <p>{summary}</p>
          <Source title="全部内容" of={change.document} />
        </>
      );
    case 'setting':
      return summary === '' ? <Source title="全部内容" of={change.value} /> : <p>{summary}</p>;
    default: {
      const { kind: _kind, ...facts } = change;
      return <Facts of={facts} nameOf={names.nameOf} />;
    }
  }
}

function Facts({
  of,
  nameOf,
  children,
}: {
  of: Readonly<Record<string, unknown>>;
  nameOf: EditionNames['nameOf'];
  children?: ReactNode;
}) {
  const shown = (name: string, value: unknown): string => {
    if (['channelId', 'parentId', 'sameAs'].includes(name)) return nameOf(String(value));
    if (name === 'freshness') return freshnessName(String(value));
    if (typeof value === 'boolean') return value ? '是' : '否';
    if (name === 'contentTime') return shanghaiSecond(String(value));
    if (name === 'topFlag') return value === 1 ? '是' : '否';
    if (name === 'type') return CHANNEL_TYPES[String(value)] ?? String(value);
    return Array.isArray(value) ? fileNames(value) : valueText(value);
  };
  return (
    <dl className="facts">
      {Object.entries(of)
        .filter(
          ([, value]) =>
            value !== '' && value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
        )
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{fieldTitle(`/${name}`)}</dt>
            <dd>{shown(name, value)}</dd>
          </div>
        ))}
      {children}
    </dl>
  );
}

/** For whoever wants to see each letter; nobody has to pass by it. */
function Source({ title, of }: { title: string; of: unknown }) {
  return (
    <details className="whole">
      <summary>{title}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" tabIndex={0}>
        {JSON.stringify(of, null, 2)}
      </pre>
    </details>
  );
}
