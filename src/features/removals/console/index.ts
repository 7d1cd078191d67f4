import type { ConsoleFeature } from '../../console-feature.ts';

/** A row or a file is named in the address; a text is typed. */
function queryOf(subject: string, row: string): string {
  const [kind = '', id = ''] = subject.split(/:(.*)/s);
  if (kind === 'file') return `?${new URLSearchParams({ file: id })}`;
  return row === '' ? '' : `?${new URLSearchParams({ register: id, row })}`;
}

export const removalsConsole: ConsoleFeature = {
  thingLinks: [
    {
      act: 'content.remove',
      name: '移除不应公开的内容',
      to: (subject, row) => `/removals/new${queryOf(subject, row)}`,
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
