import type { ConsoleFeature } from '../../console-feature.ts';

export const movingInConsole: ConsoleFeature = {
  screens: [
    {
      path: '/moving-in',
      act: 'content.write',
      load: () => import('./MovingIns.tsx').then((file) => file.MovingIns),
    },
    {
      path: '/moving-in/:importId/:step?',
      act: 'content.write',
      load: () => import('./MovingInScreen.tsx').then((file) => file.MovingInScreen),
    },
  ],
};
