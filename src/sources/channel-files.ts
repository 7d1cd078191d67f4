import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { readArticle } from './read-articles.ts';

/** The files of a channel that holds one article (PC2, downList). */
export const channelFiles = defineSource({
  name: 'channel-files',
  title: '栏目的下载文件',
  gives: 'files',
  params: { channelId: { type: 'string', maxLength: 64, from: 'channel', shows: 'articles', title: '栏目编号' } },
  load: async ({ channelId }, call, { channel }) => {
    // an empty channel is known without asking, and asked for its only article it would refuse
    if (channel?.channelId === channelId && channel.contentKind === 'empty') return { title: channel.title, files: [] };
    const { title, files } = readArticle(await call.get(paths.infoContent, { channelId }));
    return { title, files };
  },
});
