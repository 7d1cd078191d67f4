import type { ConsoleFeature } from '../../console-feature.ts';

export const feedingConsole: ConsoleFeature = {
  screens: [
    { path: '/feeding', act: 'content.read', load: () => import('./Feeding.tsx').then((file) => file.Feeding) },
    { path: '/feeding/tokens', act: 'people.read', load: () => import('./Tokens.tsx').then((file) => file.Tokens) },
    {
      path: '/feeding/tokens/new',
      act: 'people.change',
      load: () => import('./NewToken.tsx').then((file) => file.NewToken),
    },
    {
      path: '/feeding/rules/:register',
      act: 'content.read',
      load: () => import('./RuleScreen.tsx').then((file) => file.RuleScreen),
    },
    {
      path: '/feeding/:deliveryId',
      act: 'content.read',
      load: () => import('./DeliveryScreen.tsx').then((file) => file.DeliveryScreen),
    },
  ],
  notes: [
    {
      among: 'work',
      act: 'content.read',
      load: () => import('./WaitingDeliveries.tsx').then((file) => file.WaitingNote),
    },
  ],
  registerNotes: [() => import('./WaitingDeliveries.tsx').then((file) => file.WaitingNote)],
};
