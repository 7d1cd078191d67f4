/** jsx-runtime.ts as `npm run dev` and tests compile to it. */
import { jsxDEV as create } from 'react/jsx-dev-runtime';
import type { ElementType, Key, ReactElement } from 'react';
import { activeScript } from './active-script.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from 'react/jsx-dev-runtime';

export function jsxDEV(type: ElementType, props: object, key: Key | undefined, isStatic: boolean): ReactElement {
  const made = (...given: [ElementType, object, Key?]) => create(given[0], given[1], given[2], isStatic);
  return activeScript === null ? made(type, props, key) : activeScript.element(made, type, props, key);
}
