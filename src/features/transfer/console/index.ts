import type { ConsoleFeature } from '../../console-feature.ts';

export const transferConsole: ConsoleFeature = {
  screens: [
    {
      path: '/environments',
      act: 'setting.change',
      load: () => import('./Environments.tsx').then((file) => file.Environments),
    },
  ],
};
