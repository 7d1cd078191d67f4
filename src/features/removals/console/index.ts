import type { ConsoleFeature } from '../../console-feature.ts';

export const removalsConsole: ConsoleFeature = {
  thingLinks: [
    {
      act: 'content.remove',
      name: '移除不应公开的内容',
      to: (subject, row) =>
        row === '' ? '/removals/new' : `/removals/new?${new URLSearchParams({ register: subject.slice(9), row })}`,
    },
  ],
  screens: [
    {
      path: '/removals/new',
      act: 'content.remove',
      load: () => import('./NewRemoval.tsx').then((file) => file.NewRemoval),
    },
  ],
};
