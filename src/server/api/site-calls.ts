import { text } from '#page/schema-words.ts';
import { paths } from '#wire/paths.ts';
import { Refused } from '../errors.ts';
import { resolveAddress } from '../site/resolve-address.ts';
import { defineCall } from './define-call.ts';
import { withFoundExamples } from './found-examples.ts';

export const sitePage = defineCall({
  path: paths.sitePage,
  ours: true,
  summary: '站点地址对应的页面定义：栏目、页面、区块与参数；地址不存在时返回 1004',
  params: {
    path: text({
      minLength: 1,
      maxLength: 400,
      description: '站内路径，不含网站的基础路径与查询串，如 /publicChannel/sypz',
    }),
  },
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
