import { SITE_VISIBLE } from '#console/settings/setting-kinds.ts';
import type { ConsoleFeature } from '../../console-feature.ts';

export const setUpConsole: ConsoleFeature = {
  screens: [{ path: '/setting-up/:stage?', load: () => import('./SetUpScreen.tsx').then((file) => file.SetUpScreen) }],
  screenNotes: [() => import('./BackToSetUp.tsx').then((file) => file.BackToSetUp)],
  settingNotes: [{ setting: SITE_VISIBLE, load: () => import('./VisibleNote.tsx').then((file) => file.VisibleNote) }],
  notes: [{ among: 'preparation', load: () => import('./PreparationNote.tsx').then((file) => file.PreparationNote) }],
};
