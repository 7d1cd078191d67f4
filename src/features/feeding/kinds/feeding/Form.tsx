import { Form, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { ONCE, useRead } from '#console/calls/use-calls.ts';
import { begunFrom, type EditionForm, type EditProps, type FormProps } from '#console/editor/edition-form.ts';
import { Editor } from '#console/editor/Editor.tsx';
import { schemaMergeWords } from '#console/merge/merge-words.ts';
import { mergeThreeWay } from '#console/merge/three-way.ts';
import { DateBox } from '#console/parts/DateBox.tsx';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Loaded } from '#console/parts/Loaded.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import '../../console/feeding.css';
import type { RuleFacts } from '../../wire.ts';
import { writtenOf } from '#kinds/changes.ts';
import { feeding, USUAL_SHARE, USUAL_WAIT, type FeedingRule } from '#kinds/feeding/index.ts';

/** An edition that holds the rule of one register and nothing else. */
export function Edit({ edition }: EditProps) {
  const register = writtenOf(feeding, edition.shown.changes)[0]!.id!;
  const { data, error, mutate } = useRead('GET /feeding-rules/:register', { register }, ONCE);
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {(facts) => <RuleEditor facts={facts} mayChange edition={edition} />}
    </Loaded>
  );
}

/** Rule in the form of an edition. */
const ruleForm = ({ register, title }: RuleFacts): EditionForm<FeedingRule> => ({
  valueOf: (changes) => writtenOf(feeding, changes).find(({ id }) => id === register)?.document ?? null,
  // title that the register has now
  changesOf: (document) => [{ kind: feeding.name, id: register, document: { ...document, title } }],
  titleOf: (_rule, { draft }) => draft?.title ?? `报送规则：${title}`,
  merge: mergeThreeWay,
  whyNot: ({ token, until }) => (token === 0 ? '请选择令牌' : until === '' ? '请选择截止日期' : ''),
});

interface Props {
  facts: RuleFacts;
  mayChange: boolean;
  edition?: EditProps['edition'] | null;
}

/** FD3: the rule of a register. */
export function RuleEditor({ facts, mayChange, edition = null }: Props) {
  const { register, rule, tokens, mark } = facts;
  const form = ruleForm(facts);
  const hasRule = edition !== null || rule !== null;
  if (tokens.length === 0 && !hasRule)
    return (
      <Panel title={feeding.title}>
        <EmptyNote title="没有可以报送这个登记表的令牌">
          请系统管理员在“报送令牌”中新建令牌，选上这个登记表，再来订立规则。
        </EmptyNote>
      </Panel>
    );
  const empty: FeedingRule = {
    title: facts.title,
    program: tokens.length === 1 ? tokens[0]!.name : '',
    token: tokens.length === 1 ? tokens[0]!.tokenId : 0,
    share: USUAL_SHARE,
    until: '',
    wait: USUAL_WAIT,
  };
  const begun = edition
    ? begunFrom(form, edition)
    : { value: rule ?? empty, changes: [], base: { [`feeding:${register}`]: mark } };
  return (
    <Editor
      name={edition ? `edition-${edition.editionId}` : `feeding-${register}`}
      form={form}
      begun={begun}
      edition={edition}
      isNew={rule === null}
      mayChange={mayChange}
      words={schemaMergeWords(feeding.schema, feeding.title)}
    >
      {(props) => <RuleFields {...props} facts={facts} />}
    </Editor>
  );
}

function RuleFields({ facts, value, onChange, disabled }: FormProps<FeedingRule> & { facts: RuleFacts }) {
  const id = useId();
  const { tokens, rows } = facts;
  const change = (next: Partial<FeedingRule>, about: string) => onChange((newest) => ({ ...newest, ...next }), about);
  const known = tokens.some(({ tokenId }) => tokenId === value.token);
  const most = Math.floor((rows * value.share) / 100);
  return (
    <Panel title={feeding.title}>
      <fieldset className="rule-fieldset" disabled={disabled} aria-label={feeding.title}>
        <Form layout="vertical" component="div" className="wide-form" disabled={disabled}>
          <Form.Item
            label="令牌"
            htmlFor={`${id}-token`}
            extra="只有用这个令牌报送的内容按规则发布；令牌的新建人不能审核这条规则"
            {...(value.token !== 0 &&
              !known && {
                validateStatus: 'error' as const,
                help: `令牌 ${value.token} 已到期、吊销，或不能报送这个登记表`,
              })}
          >
            <Select<number>
              id={`${id}-token`}
              placeholder="请选择"
              {...(value.token !== 0 && { value: value.token })}
              options={tokens.map(({ tokenId, name, madeBy }) => ({
                value: tokenId,
                label: `${tokenId}　${name}（${madeBy}新建）`,
              }))}
              onChange={(token) =>
                change({ token, program: tokens.find(({ tokenId }) => tokenId === token)!.name }, 'token')
              }
            />
          </Form.Item>
          <Form.Item
            label="变动上限（%）"
            htmlFor={`${id}-share`}
            extra={`20 小时内新增、修改和删除的行合计不超过登记表的 ${value.share}%，现在是 ${most.toLocaleString('zh-CN')} 行；超过的由他人审核`}
          >
            <InputNumber<number>
              id={`${id}-share`}
              min={1}
              max={100}
              precision={0}
              value={value.share}
              onChange={(share) => change({ share: share ?? 1 }, 'share')}
            />
          </Form.Item>
          <Form.Item label="截止日期" htmlFor={`${id}-until`} extra="当日结束后，报送的内容重新由他人逐次审核">
            <DateBox id={`${id}-until`} value={value.until} onChange={(until) => change({ until }, 'until')} />
          </Form.Item>
          <Form.Item
            label="等待（分钟）"
            htmlFor={`${id}-wait`}
            extra="收到后等待多久再发布；其间列在工作台和登记表页面，可以停止"
          >
            <InputNumber<number>
              id={`${id}-wait`}
              min={1}
              max={1_440}
              precision={0}
              value={value.wait}
              onChange={(wait) => change({ wait: wait ?? USUAL_WAIT }, 'wait')}
            />
          </Form.Item>
        </Form>
      </fieldset>
    </Panel>
  );
}
