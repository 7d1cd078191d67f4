import type { Hits } from '#page/data-shapes.ts';
import type { ViewBlock } from '#page/define-widget.ts';
import { SiteLink } from '#ui/SiteLink.tsx';

const KINDS = { article: '文章', file: '附件', register: '公示表' } as const;
const SINCE = [
  ['', '不限时间'],
  ['week', '一周内'],
  ['month', '一个月内'],
  ['year', '一年内'],
] as const;
/** the limit up to which the server counts */
const MOST = 1_000;

/** Narrows by kind, section and date: links, so that each answer has an address. */
export function Narrow({ data, block }: { data: Hits; block: ViewBlock }) {
  const { section = '', since = '', kind = '' } = block.address;
  // hits in registers alone cannot be narrowed
  const rowsOnly = kind === 'register' || (data.total === 0 && section === '' && since === '' && kind === '');
  return (
    <div className="search__narrow">
      <Choices
        label="按种类"
        name="kind"
        chosen={kind}
        block={block}
        choices={[
          { value: '', title: '全部' },
          ...data.kinds.map((one) => ({ value: one.kind, title: KINDS[one.kind], total: one.total })),
        ]}
      />
      {!rowsOnly && (
        <>
          <Choices
            label="按栏目"
            name="section"
            chosen={section}
            block={block}
            choices={[
              { value: '', title: '全部' },
              ...data.sections.map(({ channelId, title, total }) => ({ value: channelId, title, total })),
            ]}
          />
          <Choices
            label="按时间"
            name="since"
            chosen={since}
            block={block}
            choices={SINCE.map(([value, title]) => ({ value, title }))}
          />
        </>
      )}
    </div>
  );
}

interface ChoicesProps {
  label: string;
  name: 'kind' | 'section' | 'since';
  chosen: string;
  block: ViewBlock;
  choices: { value: string; title: string; total?: number | null }[];
}

function Choices({ label, name, chosen, block, choices }: ChoicesProps) {
  return (
    <div>
      <span aria-hidden="true">{label}</span>
      <ul className="scroll" aria-label={label}>
        {choices.map(({ value, title, total }) => (
          <li key={value}>
            {/* rows of registers belong to no section and have no date */}
            <SiteLink
              path={block.href({ [name]: value, pageNum: '', ...(value === 'register' && { section: '', since: '' }) })}
              current={value === chosen ? 'true' : undefined}
            >
              {title}
              {typeof total === 'number' && <small> {total > MOST ? `${MOST}+` : total}</small>}
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
