/**
 * Target of compiled JSX (jsxImportSource): React's own functions, and the one door through which drawn words pass when
 * the visitor reads traditional script (LG3, decision 16). While nobody does, it costs one comparison an element.
 */
import { jsx as create, jsxs as createStatic } from 'react/jsx-runtime';
import type { ElementType, Key, ReactElement } from 'react';
import { activeScript } from './active-script.ts';

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react/jsx-runtime';

export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return activeScript === null ? create(type, props, key) : activeScript.element(create, type, props, key);
}

export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  return activeScript === null ? createStatic(type, props, key) : activeScript.element(createStatic, type, props, key);
}
