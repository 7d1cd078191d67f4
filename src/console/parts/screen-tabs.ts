import { createContext, type ReactNode } from 'react';

/** Tabs between the screens of one line of the menu: handed in by the shell, drawn by each screen below its title. */
export const ScreenTabs = createContext<ReactNode>(null);
