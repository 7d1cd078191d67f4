import type { ReactNode } from 'react';
import type { Verifiable } from '#page/data-shapes.ts';
import type { FailedProps, ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { countText } from '#rules/addresses/paging.ts';
import { Phrases } from '#ui/Phrases.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

const MODES = {
  staff: { title: '人员核验', label: '姓名、登记编号或员工编号' },
  product: { title: '产品核验', label: '产品名称、产品代码或备案编码' },
} as const;

/** Lists that are named; more are counted. */
const NAMED = 2;

export const View = ({ props, data }: ViewProps<Props, 'verifiable'>) => (
  <Box props={props} kind={data.kind} scope={<Scope of={data} />} />
);

/** Without the data it is not known of what kind the check is: its page offers the kinds that there are. */
export const Failed = ({ props, note }: FailedProps<Props>) => <Box props={props} note={note} />;

const ANY_MODE = { title: '核验', label: '姓名、名称、编号或代码' };

interface BoxProps {
  props: Props;
  kind?: Verifiable['kind'];
  scope?: ReactNode;
  note?: ReactNode;
}

function Box({ props, kind, scope, note }: BoxProps) {
  const { title, label } = kind ? MODES[kind] : ANY_MODE;
  return (
    <div className={`verify-box verify-box--${props.look}`}>
      <h2 className="verify-box__title">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20c0-4 3-6 7-6 1.5 0 2.8.3 3.9.8M15 18l2 2 4-4.5" />
        </svg>
        {title}
      </h2>
      {props.text && (
        <p className="verify-box__text">
          <Phrases text={props.text} />
        </p>
      )}
      <SearchBox
        path="/verify"
        name="words"
        words=""
        label={label}
        hint={scope}
        action="核验"
        title={title}
        kept={kind ? [{ name: 'kind', value: kind }] : []}
      />
      {note}
    </div>
  );
}

/** Says which lists can be searched, and as of when. */
function Scope({ of: { lists, from, to } }: { of: Verifiable }) {
  const named = lists.map(
    ({ title, rows, countWord }) => title + (rows === null ? '' : ` ${countText(rows)} ${countWord}`),
  );
  const what = lists.length > NAMED ? `${named.slice(0, NAMED).join('、')}等 ${lists.length} 份名册` : named.join('、');
  const until = to === from ? from : `${from} 至 ${to}`;
  return <Phrases text={`可查${what}${from && `，数据截至 ${until}`}`} />;
}

export function Waiting() {
  return <Skeleton rows={3} kind="line" />;
}

/** Its form is the document's own. */
export const hydrates = 'on-use';
