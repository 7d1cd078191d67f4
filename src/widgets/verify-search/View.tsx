import type { Verification } from '#page/data-shapes.ts';
import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { verbatim } from '#ui/script/active-script.ts';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { FoundList } from './FoundList.tsx';
import type { props as words } from './props.ts';
import './style.css';

type Props = ValueOf<typeof words>;

const MODES = {
  staff: { title: '人员核验', label: '姓名、登记编号或员工编号', thing: '人员' },
  product: { title: '产品核验', label: '产品名称、产品代码或备案编码', thing: '产品' },
} as const;

/** One character fits half of all names. */
const LEAST = 2;

export function View({ props, data, block }: ViewProps<Props, 'verification'>) {
  const mode = MODES[data.kind];
  if (!data.kinds.includes(data.kind)) return <NotPublished data={data} props={props} block={block} />;
  const none = data.found.length === 0 && isLongEnough(data.words);
  return (
    <div className="verify">
      <Question kind={data.kind} kinds={data.kinds} words={data.words} props={props} block={block} />
      <p className="verify__scope">
        仅检索本公司在本网站公示的名册
        {data.searched.length > 0 && `：${data.searched.join('、')}`}。
        {data.silent.length > 0 && `暂时无法检索的名册：${data.silent.join('、')}。`}
        {data.emptied.length > 0 && `现在没有公示内容、不在检索范围内的名册：${data.emptied.join('、')}。`}
      </p>
      <div role="status">
        <Answer data={data} block={block} advice={props.advice} />
      </div>
      {data.found.length > 0 && <FoundList found={data.found} />}
      <Links links={data.kind === 'staff' ? props.staffLinks : props.productLinks} thing={mode.thing} />
      {!none && <Advice advice={props.advice} hotline={block.hotline} title="防范提示" />}
    </div>
  );
}

/** SU18: whoever is asked for is not listed here, because nobody is: nothing is said against anybody. */
function NotPublished({
  data: { kind, kinds },
  props,
  block,
}: Pick<ViewProps<Props, 'verification'>, 'data' | 'props' | 'block'>) {
  const [other] = kinds;
  const { thing } = MODES[kind];
  return (
    <div className="verify">
      <EmptyNote title={`本网站还没有公布${other ? thing : '人员和产品'}名册，暂时不能在这里核验`}>
        {block.hotline && (
          <p>
            需要核实的，请致电客服热线 <a href={`tel:${block.hotline}`}>{block.hotline}</a>。
          </p>
        )}
        {other && (
          <p>
            <SiteLink path={block.href({ kind: other, words: '' })}>{MODES[other].title}</SiteLink>
          </p>
        )}
      </EmptyNote>
      <Links links={kind === 'staff' ? props.staffLinks : props.productLinks} thing={thing} />
    </div>
  );
}

function Question({
  kind,
  kinds,
  words,
  props,
  block,
}: {
  kind: Verification['kind'];
  kinds: Verification['kinds'];
  words: string;
  props: Props;
  block: ViewBlock;
}) {
  const mode = MODES[kind];
  const examples = (kind === 'staff' ? props.staffExamples : props.productExamples) ?? [];
  const tabs = kinds.map((one) => ({
    title: MODES[one].title,
    path: block.href({ kind: one === 'staff' ? '' : one, words: '' }),
    current: one === kind,
  }));
  const chosenKind = block.address.kind;
  const params = chosenKind ? [...block.kept, { name: block.addressName('kind'), value: chosenKind }] : block.kept;
  return (
    <>
      {chosenKind !== undefined && kinds.length > 1 && <Tabs tabs={tabs} label="核验种类" />}
      <SearchBox
        // the other way of checking starts with an empty box of its own
        key={kind}
        path={block.path}
        name={block.addressName('words')}
        words={words}
        label={mode.label}
        hint={`${examples.length > 0 ? `例如：${examples.map(verbatim).join('，或 ')}；` : ''}大小写、全半角、空格、间隔号与繁简均可`}
        action="核验"
        title={mode.title}
        kept={params}
      />
    </>
  );
}

const isLongEnough = (words: string) => [...normaliseSearch(words)].length >= LEAST;

/** In words, and read out: what the check has come to. */
function Answer({ data, block, advice }: { data: Verification; block: ViewBlock; advice: readonly string[] }) {
  const { words, found } = data;
  if (words === '') return null;
  const chosenKind = verbatim(words);
  if (found.length > 0) {
    return (
      <p className="verify__result">
        查到与“{chosenKind}”相符的公示记录 {found.length}
        {data.more ? '+' : ''} 条{data.more && '，仅显示前一部分，请输入更完整的名称或编号'}
        {found.every(({ exact }) => !exact)
          ? '，但没有一条与输入的文字完全一致'
          : data.kind === 'staff' && found.length > 1 && '。同名者未必是同一人，请核对证书编号'}
      </p>
    );
  }
  if (!isLongEnough(words))
    return (
      <p className="verify__result">
        “{chosenKind}”太短，请至少输入 {LEAST} 个字。
      </p>
    );
  // nothing was looked through: nothing is said of anybody
  if (data.searched.length === 0)
    return (
      <>
        <p className="verify__result">名册暂时无法检索，请稍后再试</p>
        <Advice advice={advice} hotline={block.hotline} title="怎样核实" />
      </>
    );
  // nobody is suspected of standing in no list while one that the firm keeps is empty (SU18)
  if (!data.isWhole)
    return (
      <>
        <p className="verify__result">在以上名册中没有查到“{chosenKind}”</p>
        <p>
          以上名册不一定包括全部{MODES[data.kind].thing}，查不到不表示不是本公司的{MODES[data.kind].thing}
          。核实以前请勿转账、勿透露账户与密码。
        </p>
        <Advice advice={advice} hotline={block.hotline} title="怎样核实" />
      </>
    );
  return (
    <>
      <p className="verify__result verify__result--none">在本公司公示的名册中没有查到“{chosenKind}”</p>
      <p>请核对输入是否完整、准确。对方自称本公司人员或销售本公司产品而查不到的，请勿转账、勿透露账户与密码。</p>
      <Advice advice={advice} hotline={block.hotline} title="请先停下来" strong />
    </>
  );
}

function Advice({
  advice,
  hotline,
  title,
  strong,
}: {
  advice: readonly string[];
  hotline: string;
  title: string;
  strong?: true;
}) {
  return (
    <section className={strong ? 'advice advice--strong' : 'advice'}>
      <h2>{title}</h2>
      {advice.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {hotline && (
        <p className="advice__hotline">
          客服热线 <a href={`tel:${hotline}`}>{hotline}</a>
        </p>
      )}
    </section>
  );
}

function Links({ links, thing }: { links: Props['staffLinks']; thing: string }) {
  if (links.length === 0) return null;
  return (
    <section className="verify__links">
      <h2>{thing}的其他公开查询</h2>
      <ul>
        {links.map(({ title, path, note }) => (
          <li key={path}>
            <SiteLink path={path}>{title}</SiteLink>
            {note && <small>{note}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The warning is shown even when the check failed. */
export function Failed({ props, block, note }: FailedProps<Props>) {
  const { kind, words = '' } = block.address;
  return (
    <div className="verify">
      {kind !== undefined && (
        <Question
          kind={kind === 'product' ? kind : 'staff'}
          kinds={['staff', 'product']}
          words={words}
          props={props}
          block={block}
        />
      )}
      {note}
      <Advice advice={props.advice} hotline={block.hotline} title="防范提示" />
    </div>
  );
}

export function Waiting() {
  return <Skeleton rows={6} kind="row" />;
}

/** Its form and links are the document's own. */
export const hydrates = 'on-use';
