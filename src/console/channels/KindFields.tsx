import { SITE_BASE } from '#wire/paths.ts';
import { Input, Radio } from 'antd';
import { useId, useRef } from 'react';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import type { ChannelFields } from '#wire/channel-answers.ts';
import { Field, type FieldNotes, type Own } from './Field.tsx';
import { PlaceSelect, type Places } from './PlaceSelect.tsx';

interface Props {
  fields: ChannelFields;
  onChange: (patch: Partial<ChannelFields>, own?: Own) => void;
  originals: Places;
  notes: FieldNotes;
}

type Kind = 'own' | 'same' | 'link';

/** The kind of content of a channel, and its address, which depends on the kind. */
export function KindFields({ fields, onChange, originals, notes }: Props) {
  const id = useId();
  const { url, sameAs } = fields;
  const kind: Kind = isExternal(url) ? 'link' : sameAs === undefined ? 'own' : 'same';
  const siteUrl = useRef(isExternal(url) ? '' : url);
  const choose = (next: Kind): void => {
    if (kind !== 'link') siteUrl.current = url;
    const own = siteUrl.current || `publicChannel/c${fields.channelId.slice(-4)}`;
    if (next === 'link') onChange({ url: 'https://', sameAs: undefined }, { ownUrl: true });
    else onChange({ url: own, sameAs: next === 'same' ? '' : undefined }, kind === 'link' ? { ownUrl: true } : {});
  };
  return (
    <>
      <Field
        field="sameAs"
        label="内容"
        help={HELP[kind]}
        notes={{ problems: kind === 'same' ? [] : notes.problems, warnings: [] }}
        htmlFor={`${id}kind`}
      >
        <Radio.Group
          id={`${id}kind`}
          value={kind}
          onChange={(event) => choose(event.target.value as Kind)}
          options={[
            { value: 'own', label: '自己的内容' },
            { value: 'same', label: '另一栏目的内容' },
            { value: 'link', label: '其他网站' },
          ]}
        />
      </Field>
      {kind === 'same' && (
        <Field
          field="sameAs"
          label="显示哪个栏目"
          help="两处显示同样的内容，正式的地址是原栏目的。"
          notes={notes}
          htmlFor={`${id}sameAs`}
        >
          <PlaceSelect
            id={`${id}sameAs`}
            places={originals}
            value={sameAs ?? ''}
            onChange={(channelId) => onChange({ sameAs: channelId })}
          />
        </Field>
      )}
      <Field
        field="url"
        label="地址"
        help={
          kind === 'link'
            ? '其他网站的完整网址，点击后打开新窗口。'
            : `网址中 ${SITE_BASE}/ 之后的部分，用字母、数字和连字符。改变后旧地址自动转到新地址。`
        }
        notes={notes}
        htmlFor={`${id}url`}
      >
        <Input
          id={`${id}url`}
          value={url}
          maxLength={500}
          {...(kind !== 'link' && { prefix: `${SITE_BASE}/` })}
          onChange={(event) => onChange({ url: event.target.value.trim() }, { ownUrl: true })}
        />
      </Field>
    </>
  );
}

const HELP: Readonly<Record<Kind, string>> = {
  own: '显示什么由其中的内容决定：没有、一篇文章，或列表；登记表由页面指定。',
  same: '不另存内容，随原栏目一同变化。',
  link: '只在菜单里出现，本站没有它的页面。',
};
