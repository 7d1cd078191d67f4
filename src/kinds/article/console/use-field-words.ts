import { productLevelName } from '#rules/people/risk-access.ts';
import { useChannels } from '#console/calls/channels.ts';
import { useRead } from '#console/calls/use-calls.ts';
import type { ArticleFields, FieldName } from './article-fields.ts';
import { OF_PUBLICATION } from '../words.ts';

/** Content of a field, in words for people. */
export function useFieldWords(): (field: FieldName, value: ArticleFields[FieldName]) => string {
  const { nameOf } = useChannels();
  const { data } = useRead('GET /article-words');
  return (field, value) => {
    if (Array.isArray(value))
      return value
        .map((one) =>
          typeof one === 'string' ? (data?.tags.find((tag) => tag.id === one)?.name ?? one) : one.filename,
        )
        .join('、');
    if (typeof value === 'boolean') return field === 'isOffHome' ? (value ? '是' : '否') : value ? '置顶' : '不置顶';
    const text = value ?? '';
    if (text === '') return field === 'contentTime' ? OF_PUBLICATION : '';
    if (field === 'channelId') return nameOf(text);
    if (field === 'riskLevel') return productLevelName(text);
    if (field === 'topic') return data?.topics.find(({ code }) => code === text)?.name ?? text;
    if (field === 'image') return '有图片';
    if (field === 'contentTime') return text.replace('T', ' ');
    return field === 'content' ? readable(text) : text;
  };
}

/** The words of HTML, its blocks apart. */
function readable(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  for (const block of body.querySelectorAll('p, li, h2, h3, h4, h5, h6, td, th, br')) block.append(' ');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
