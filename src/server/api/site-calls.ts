import { randomUUID } from 'node:crypto';
import { hasContent, isListed, listedName } from '#page/public-content.ts';
import { CHANNEL_ID, LONGEST_CHANNEL_ID } from '#rules/channel-id.ts';
import { MAIN_ROOT } from '#rules/channel-tree.ts';
import { paths } from '#wire/paths.ts';
import { countArticlesByChannel } from '../store/section-overview.ts';
import { listRegisterStates } from '../store/list-register-rows.ts';
import { Refused } from '../errors.ts';
import { resolveAddress } from '../site/resolve-address.ts';
import { defineCall } from './define-call.ts';
import { withFoundExamples } from './found-examples.ts';
import { wireTime } from './wire-time.ts';

export const sitePage = defineCall<{ path: string }>({
  path: paths.sitePage,
  ours: true,
  summary: '站点地址对应的页面定义：栏目、页面、区块与参数；地址不存在时返回 1004',
  params: {
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 400,
      description: '站内路径，不含 /swhysc 与查询串，如 /publicChannel/sypz',
    },
  },
  required: ['path'],
  answers:
    '页面定义（status, path, layout, title, channel, breadcrumb, section, blocks, registers），或 redirect 与 status',
  handle: async ({ path }, { db, moment, site, leadOn }) => {
    const resolution = await resolveAddress(db, site, path, moment);
    const below = resolution && !('redirect' in resolution) ? await leadOn(resolution) : null;
    if (below !== null) return { redirect: below, status: 302 };
    if (!resolution && site.isLost(path)) throw new Refused('pageLost');
    if (!resolution) throw new Refused('notFound', '页面不存在');
    return 'redirect' in resolution ? resolution : withFoundExamples(resolution, { db, site });
  },
});

export const sectionOverview = defineCall<{ channelId: string }>({
  path: paths.sectionOverview,
  ours: true,
  steady: true,
  summary: '栏目总览：有内容的下级栏目及其条数与日期',
  params: {
    channelId: {
      type: 'string',
      minLength: 1,
      maxLength: LONGEST_CHANNEL_ID,
      pattern: CHANNEL_ID,
      description: '栏目编号',
    },
  },
  required: ['channelId'],
  answers: 'logId, list（newsId 为栏目编号, title, summary, publishTime, source, path）',
  handle: async ({ channelId }, { db, moment, site }) => {
    if (!site.channel(channelId)) throw new Refused('unknownChannel', `栏目 ${channelId} 不存在`);
    // as the section's menu has them: the company section stands below the channel that it is mounted at (CH5)
    const below = (id: string) =>
      site.map.byId
        .get(id)
        // of the first level those of the header
        ?.children.filter((child) => (id !== MAIN_ROOT || child.channel.type === 1) && isListed(child, site.map)) ?? [];
    // where editors see those without content, too, the others come first
    const positions = below(channelId).toSorted(
      (a, b) => Number(hasContent(b, site.map)) - Number(hasContent(a, site.map)),
    );
    const children = positions.flatMap((position) => {
      const channel = site.channel(position.channel.channelId);
      return channel ? [{ ...channel, name: listedName(position, site.map) }] : [];
    });
    // US5: of what another system has nothing is counted here
    const [articles, registers] = await Promise.all([
      site.contentElsewhere
        ? (new Map() as Awaited<ReturnType<typeof countArticlesByChannel>>)
        : countArticlesByChannel(
            db,
            moment,
            children.map((child) => child.sameAs ?? child.channelId),
          ),
      listRegisterStates(db, moment),
    ]);
    const list = children.map((child) => {
      const shown = site.registersOf(child.channelId).flatMap((name) => {
        const definition = site.registers.get(name);
        const state = definition && !site.isElsewhere(definition) ? registers.get(name) : undefined;
        return state ? [{ ...state, countWord: definition?.countWord ?? '条' }] : [];
      });
      const own = articles.get(child.sameAs ?? child.channelId);
      const dataDate = shown
        .map((state) => state.dataDate)
        .sort()
        .at(-1);
      const summary = shown.length
        ? `${shown.map((state) => `${state.rowCount.toLocaleString('en-US')} ${state.countWord}`).join('，')} · 数据截至 ${dataDate}`
        : own
          ? `${own.count > 1 ? `${own.count} 条 · ` : ''}更新于 ${wireTime(own.newest).slice(0, 10)}`
          : below(child.channelId)
              .map(({ channel }) => channel.name)
              .join('、');
      return {
        newsId: child.channelId,
        title: child.name,
        summary,
        publishTime: own ? wireTime(own.newest) : '',
        source: child.department,
        path: site.channelPath(child.channelId),
      };
    });
    return { logId: randomUUID(), list };
  },
});
