import { createContext, useContext } from 'react';

/** '/swhysc': what stands before every path of the site. */
export const BasePath = createContext('');

/** @returns the base that withBase wants */
export const useBasePath = (): string => useContext(BasePath);
