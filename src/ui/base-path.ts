import { createContext, useContext } from 'react';

/** Base that stands before every path of the site; '' for none. */
export const BasePath = createContext('');

/** @returns the base that withBase wants */
export const useBasePath = (): string => useContext(BasePath);
