import type { Shell } from '#page/page-schema.ts';

/** CH7: without a channel tree home, search and hotline stand in. For the server alone: scripts never lack a tree. */
export function withFixedMenu(shell: Shell): Shell {
  const { hotline } = shell.brand;
  return shell.menu
    ? shell
    : {
        ...shell,
        fixedMenu: [
          { title: '首页', path: '/', children: [] },
          { title: '搜索', path: '/search', children: [] },
          ...(hotline ? [{ title: `客服热线 ${hotline}`, path: `tel:${hotline}`, children: [] }] : []),
        ],
      };
}
