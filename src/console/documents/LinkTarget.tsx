import type { WidgetProps } from '@rjsf/utils';
import { AutoComplete } from 'antd';
import { channelPath, isExternal } from '#rules/channel-tree.ts';
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

/** The target of a link: chosen by its name from the channels and the fixed pages of the site, or typed as an address. */
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
  const typed = String(value ?? '');
  const chosen = targets.find((target) => target.value === typed);
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
        onChange={(next: string) => onChange(next === '' ? undefined : next)}
        onBlur={() => onBlur(id, value)}
        onFocus={() => onFocus(id, value)}
      />
      {chosen && <span className="quiet">{chosen.name}</span>}
    </>
  );
}
