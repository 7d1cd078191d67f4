import { createContext, type ReactNode } from 'react';

/** Notes of features in the form of a setting: handed in by the shell, because screens of features hold such forms. */
export const SettingNotesContext = createContext<(setting: string) => ReactNode>(() => null);
