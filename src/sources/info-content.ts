import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { readArticle, readFrame } from './read-articles.ts';

/**
 * One article, named by the page's path; of a restricted one its frame for those who may not read it (RK6). An article
 * of another channel is not at home under this one's address.
 */
export const infoContent = defineSource({
  name: 'info-content',
  title: '文章',
  gives: 'article',
  params: { id: { type: 'string', maxLength: 200, from: 'path', title: '文章编号' } },
  load: async (params, call, { channel }) => {
    const { channelId, ...article } = await call.get(paths.infoContent, params).then(readArticle, readFrame);
    if (channel && channelId !== '' && channelId !== channel.channelId)
      throw Object.assign(new Error(`Article ${params.id} is in channel ${channelId}`), { statusCode: 404 });
    return article;
  },
});
