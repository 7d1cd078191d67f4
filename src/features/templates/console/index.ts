import type { ConsoleFeature } from '../../console-feature.ts';

export const templatesConsole: ConsoleFeature = {
  screens: [
    {
      path: '/templates',
      act: 'content.write',
      load: () => import('./Templates.tsx').then((file) => file.Templates),
    },
    {
      path: '/templates/new',
      act: 'channel.change',
      load: () => import('./TemplateScreens.tsx').then((file) => file.NewTemplate),
    },
    {
      path: '/templates/:templateId',
      act: 'channel.change',
      load: () => import('./TemplateScreens.tsx').then((file) => file.ChangeTemplate),
    },
    {
      path: '/templates/:templateId/use',
      act: 'content.write',
      load: () => import('./UseTemplate.tsx').then((file) => file.UseTemplate),
    },
  ],
};
