import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { register } from '#kinds/register/index.ts';
import { rows } from '#kinds/rows/index.ts';
import { leadOf } from '#rules/registers/lead-column.ts';
import type { VerifyExample, VerifyExamples } from '#wire/edition-answers.ts';
import { PATIENT, useRead } from '../calls/use-calls.ts';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Panel } from '../parts/Panel.tsx';
import './VerifySays.css';

const NAMES = { staff: '人员核验', product: '产品核验' } as const;
const UNITS = { staff: { one: '人', ended: '已离岗' }, product: { one: '个产品', ended: '已结束' } } as const;

interface Props {
  edition: { editionId: number; version: number };
  changes: readonly Change[];
}

/**
 * RG9: what visitors will read of people or products of this edition who are looked for, before it is approved and
 * published.
 */
export function VerifySays({ edition, changes }: Props) {
  return takePart(changes) ? <Examples edition={edition} /> : null;
}

const takePart = (changes: readonly Change[]): boolean =>
  [
    ...writtenOf(rows, changes).map(({ document }) => document.definition),
    ...writtenOf(register, changes).map(({ document }) => document),
  ].some(({ verify }) => verify !== undefined);

function Examples({ edition: { editionId, version } }: Pick<Props, 'edition'>) {
  const { data, error, mutate } = useRead('GET /editions/:editionId/verify-examples', { editionId, version }, PATIENT);
  return (
    <Panel title="核验会怎样回答">
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!data && error === undefined && <Loading />}
      {data?.map((one) => (
        <OfRegister key={one.register} told={one} />
      ))}
    </Panel>
  );
}

function OfRegister({ told }: { told: VerifyExamples }) {
  const { title, kind, examples } = told;
  return (
    <section className="verify-says">
      <h3>{`${NAMES[kind]}：${title}`}</h3>
      <p>{endWords(told)}</p>
      {examples.length > 0 && <p className="quiet">{`以下 ${examples.length} 例，是访客查到时将要读到的：`}</p>}
      <ul>
        {examples.map((example, at) => (
          // examples have no ids: their place is what they are told apart by
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <Card example={example} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Number of rows that the mark says have left, and the mark. */
function endWords({ kind, rows, endedRows, mark }: VerifyExamples): string {
  const { one, ended } = UNITS[kind];
  const all = `共 ${rows.toLocaleString('zh-CN')} ${one}`;
  if (!mark) return `${all}。没有标记${ended.slice(1)}的列：查到谁，都不说明${ended}。`;
  return `${all}，其中 ${endedRows.toLocaleString('zh-CN')} ${one}会说明${ended}：“${mark.title}”为${mark.values.map((value) => `“${value}”`).join('、')}的。请核对。`;
}

function Card({ example: { facts, ended } }: { example: VerifyExample }) {
  const name = leadOf(facts);
  return (
    <>
      <p>
        <strong>{name?.text}</strong>
        {ended && <span className="verify-says-state">{ended.state}</span>}
      </p>
      {ended && <p className="verify-says-end">{ended.words}</p>}
      <p className="quiet">
        {facts
          .filter((fact) => fact !== name)
          .map(({ title, text }) => `${title}：${text}`)
          .join('；')}
      </p>
    </>
  );
}
