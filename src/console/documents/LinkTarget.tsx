import type { WidgetProps } from '@rjsf/utils';
import { AutoComplete } from 'antd';
import { useState } from 'react';
import { channelPath, isExternal } from '#rules/addresses/channel-tree.ts';
import { useChannels } from '../calls/channels.ts';

/** Pages that no channel has. */
const FIXED = [
  { value: '/', name: '首页' },
  { value: '/verify?kind=staff', name: '人员核验' },
  { value: '/verify?kind=product', name: '产品核验' },
  { value: '/search', name: '站内搜索' },
  { value: '/sitemap', name: '网站地图' },
  { value: '/data', name: '公开数据' },
];

/** Tells an address that is typed, or a field that is emptied, from the words of a search for a page. */
const isAddressOrEmpty = (typed: string): boolean => /^$|^\/|^https?:/.test(typed);

/**
 * The target of a link: chosen by its name from the channels and the fixed pages of the site, or typed as an address. Words that search
 * stay in the field until it is left: no check and no message moves what is being chosen from.
 */
export function LinkTarget({
  id,
  value,
  disabled,
  readonly,
  placeholder,
  required,
  onChange,
  onBlur,
  onFocus,
}: WidgetProps) {
  const { list, nameOf } = useChannels();
  const targets = [
    ...FIXED,
    ...list.flatMap(({ channelId, url }) =>
      url === '' || isExternal(url) ? [] : [{ value: channelPath(url), name: nameOf(channelId) }],
    ),
  ];
  const text = String(value ?? '');
  const [search, setSearch] = useState({ words: text, over: text });
  // a value that comes from elsewhere, as by a step back, ends the search
  const typed = search.over === text ? search.words : text;
  const chosen = targets.find((target) => target.value === typed);
  const report = (next: string) => {
    setSearch({ words: next, over: next });
    if (next !== text) onChange(next === '' ? undefined : next);
  };
  return (
    <>
      <AutoComplete
        id={id}
        value={typed}
        disabled={disabled || readonly}
        placeholder={placeholder || '输入栏目名称选择，或填写网址'}
        options={targets.map((target) => ({ value: target.value, label: `${target.name}　${target.value}` }))}
        showSearch={{
          filterOption: (words, option) => String(option?.label ?? '').includes(words),
        }}
        aria-required={required}
        onChange={(next: string) => (isAddressOrEmpty(next) ? report(next) : setSearch({ words: next, over: text }))}
        onBlur={() => {
          report(typed);
          onBlur(id, typed);
        }}
        onFocus={() => onFocus(id, value)}
      />
      {chosen && <span className="quiet">{chosen.name}</span>}
    </>
  );
}
