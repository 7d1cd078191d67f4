import { Input, Tag } from 'antd';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Reference, ReferencePart } from '#wire/console-answers.ts';
import { useRead } from '../calls/use-calls.ts';
import { useFilters } from '../calls/use-filters.ts';
import { layoutName, placeName, shapeName } from '../pages/page-words.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { schemaLines } from './schema-lines.ts';
import './reference.css';

/** Words that may be written in pages and registers, generated from the code, with an anchor for each part. */
export function ReferenceScreen() {
  const { data, error, mutate } = useRead('GET /reference');
  const { values, filter } = useFilters([], ['words']);
  const words = values.words.toLowerCase();
  const fits = (part: ReferencePart): boolean =>
    `${part.name} ${part.title} ${schemaLines(part.schema)
      .map(({ path, meaning }) => `${path} ${meaning}`)
      .join(' ')}`
      .toLowerCase()
      .includes(words);
  useAnchor(data !== undefined);
  const groups = data
    ? (
        [
          ['页面', data.page],
          ['登记表', data.register],
          ['部件', data.widgets],
          ['数据来源', data.sources],
        ] as const
      ).map(([name, parts]) => ({ name, parts: parts.filter(fits) }))
    : [];
  return (
    <Screen
      title="参考"
      purpose="页面和登记表的 JSON 可以写什么：字段、类型、限制和缺省值。内容由程序生成，与检查时用的是同一份定义。"
    >
      <Input.Search
        className="gallery-search"
        aria-label="查找字段、部件或数据来源"
        placeholder="如 channelId、register、表格"
        allowClear
        value={values.words}
        onChange={(event) => filter({ words: event.target.value })}
      />
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data && words === '' && <Overview data={data} />}
      {data && groups.every(({ parts }) => parts.length === 0) && (
        <EmptyNote title="没有找到">换一个词再查，如字段的英文名称。</EmptyNote>
      )}
      {groups.map(({ name, parts }) =>
        parts.length === 0 ? null : (
          <section key={name} className="reference-group">
            <h2>{`${name}（${parts.length}）`}</h2>
            {parts.map((part) => (
              <Part key={part.id} part={part} />
            ))}
          </section>
        ),
      )}
    </Screen>
  );
}

/** Comes with its data, after the browser has looked for the anchor. */
function useAnchor(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [isLoaded, hash]);
}

function Overview({ data: { shapes, layouts } }: { data: Reference }) {
  return (
    <div className="two-columns">
      <Panel title="数据形状">
        <dl className="facts">
          {shapes.map(({ name, sources, widgets }) => (
            <div key={name} className="fact">
              <dt>
                <code>{name}</code> {shapeName(name)}
              </dt>
              <dd>
                {name !== 'none' && (
                  <p>
                    来源：
                    {sources.map((one) => (
                      <Anchor key={one} to={`source-${one}`} name={one} />
                    ))}
                  </p>
                )}
                <p>
                  部件：
                  {widgets.map((one) => (
                    <Anchor key={one} to={`widget-${one}`} name={one} />
                  ))}
                </p>
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="版式和位置">
        <dl className="facts">
          {layouts.map(({ name, places }) => (
            <div key={name} className="fact">
              <dt>
                <code>{name}</code> {layoutName(name)}
              </dt>
              <dd>{places.map((place) => `${place}（${placeName(place)}）`).join('、')}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}

const Anchor = ({ to, name }: { to: string; name: string }) => (
  <Link className="anchor" to={`#${to}`}>
    {name}
  </Link>
);

function Part({ part: { id, name, title, shape, schema } }: { part: ReferencePart }) {
  const lines = schemaLines(schema);
  return (
    <section id={id} className="panel reference-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <Link to={`#${id}`}>{name}</Link> <span className="quiet">{title}</span>{' '}
        {shape && <Tag>{`${shape} ${shapeName(shape)}`}</Tag>}
        {id.startsWith('widget-') && <Link to={`/widgets/${name}`}>示例</Link>}
      </h3>
      {lines.length === 0 ? (
        <p className="quiet">没有字段。</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex: whoever has no mouse scrolls it by keys
        <div className="wide-table" tabIndex={0} role="region" aria-label={`${name}的字段`}>
          <table>
            <thead>
              <tr>
                <th scope="col">字段</th>
                <th scope="col">类型</th>
                <th scope="col">含义</th>
                <th scope="col">限制</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ path, isNeeded, type, meaning, limits }) => (
                <tr key={path}>
                  <td>
                    <code>{path}</code>
                    {isNeeded && <strong> 必填</strong>}
                  </td>
                  <td>{type}</td>
                  <td>{meaning}</td>
                  <td>{limits}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
