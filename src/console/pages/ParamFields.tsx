import { Form, Input, Select } from 'antd';
import type { PageFacts, PageParam } from '#wire/console-answers.ts';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { ChannelSelect, ChannelsSelect } from '../parts/ChannelSelect.tsx';
import { isObject, type Json } from '#rules/json/json.ts';
import { PARAM_FROM } from './page-words.ts';

interface Props {
  /** id of the block's fields */
  id: string;
  source: PageFacts['sources'][number];
  facts: PageFacts;
  params: Json;
  problems: readonly EditionProblem[];
  /** pointer of params */
  base: string;
  onChange: (params: Json) => void;
}

/** The params of a source: each left to what it is by itself, given a value, or taken from address, path or channel. */
export function ParamFields({ id, source, facts, params, problems, base, onChange }: Props) {
  const filters = source.takesRegisterFilters
    ? (facts.registers.find(({ register }) => register === params.register)?.filters ?? [])
    : [];
  const words: Record<string, PageParam> = {
    ...source.params,
    ...Object.fromEntries(filters.map((name) => [name, { title: `查询条件 ${name}`, type: 'string', optional: true }])),
  };
  // params unknown to the form stay, and the check reports them
  const names = [...Object.keys(words), ...Object.keys(params).filter((name) => !(name in words))];
  const write = (name: string, value: unknown): void => {
    const { [name]: _before, ...rest } = params;
    onChange(
      value === undefined
        ? rest
        : Object.hasOwn(params, name)
          ? { ...params, [name]: value }
          : { ...rest, [name]: value },
    );
  };
  if (names.length === 0) return null;
  const whole = problems.filter(({ pointer }) => pointer === base);
  return (
    <fieldset className="params">
      <legend>数据来源的参数</legend>
      {whole.map(({ message }) => (
        <p key={message} className="ant-form-item-explain-error">
          {message}
        </p>
      ))}
      {names.map((name) => (
        <Param
          key={name}
          id={`${id}-param-${name}`}
          name={name}
          word={words[name] ?? {}}
          facts={facts}
          value={params[name]}
          problems={problems.filter(
            ({ pointer = '' }) => pointer === `${base}/${name}` || pointer.startsWith(`${base}/${name}/`),
          )}
          onChange={(value) => write(name, value)}
        />
      ))}
    </fieldset>
  );
}

interface ParamProps {
  id: string;
  name: string;
  word: PageParam;
  facts: PageFacts;
  value: unknown;
  problems: readonly EditionProblem[];
  onChange: (value: unknown) => void;
}

function Param({ id, name, word, facts, value, problems, onChange }: ParamProps) {
  const how = value === undefined ? '' : isObject(value) ? String(value.from) : 'value';
  const itself = word.from
    ? PARAM_FROM[word.from]
    : word.default !== undefined
      ? `缺省：${String(word.default)}`
      : word.optional
        ? '不填'
        : '请选择';
  const choose = (next: string): void =>
    onChange(
      next === ''
        ? undefined
        : next === 'value'
          ? startOf(word)
          : next === 'channel'
            ? { from: 'channel' }
            : { from: next, name },
    );
  return (
    <Form.Item
      label={word.title ?? name}
      htmlFor={id}
      validateStatus={problems.length > 0 ? 'error' : ''}
      help={problems.map(({ message }) => message).join(' ') || undefined}
    >
      <div className="param">
        <Select
          id={id}
          value={how}
          options={[
            { value: '', label: itself },
            { value: 'value', label: '固定为' },
            ...Object.entries(PARAM_FROM).map(([from, label]) => ({ value: from, label })),
          ]}
          onChange={choose}
        />
        {how === 'value' && <Value name={name} word={word} facts={facts} value={value} onChange={onChange} />}
        {(how === 'path' || how === 'address') && (
          <Input
            aria-label={`${word.title ?? name}取自的名称`}
            value={String((value as Json).name ?? '')}
            onChange={(event) => onChange({ ...(value as Json), name: event.target.value })}
          />
        )}
      </div>
    </Form.Item>
  );
}

const startOf = ({ type, default: given, enum: choices }: PageParam): unknown =>
  given ?? choices?.[0] ?? (type === 'integer' ? 1 : type === 'boolean' ? true : '');

function Value({
  name,
  word: { title = name, type, shows, enum: choices },
  facts,
  value,
  onChange,
}: Pick<ParamProps, 'name' | 'word' | 'facts' | 'value' | 'onChange'>) {
  if (name === 'register')
    return (
      <Select
        aria-label={title}
        value={String(value)}
        showSearch={{ optionFilterProp: 'label' }}
        options={facts.registers.map((one) => ({ value: one.register, label: one.title }))}
        onChange={onChange}
      />
    );
  if (name === 'channelId')
    return <ChannelSelect act="content.read" aria-label={title} value={String(value)} onChange={onChange} />;
  if (shows === 'articles')
    return <ChannelsSelect act="content.read" aria-label={title} value={String(value)} onChange={onChange} />;
  if (choices)
    return (
      <Select
        aria-label={title}
        value={String(value)}
        options={choices.map((one) => ({ value: one, label: one }))}
        onChange={onChange}
      />
    );
  if (type === 'boolean')
    return (
      <Select
        aria-label={title}
        value={value === true}
        options={[
          { value: true, label: '是' },
          { value: false, label: '否' },
        ]}
        onChange={onChange}
      />
    );
  const write = (text: string): void => onChange(type === 'integer' && /^-?\d{1,9}$/.test(text) ? Number(text) : text);
  return <Input aria-label={title} value={String(value)} onChange={(event) => write(event.target.value)} />;
}
