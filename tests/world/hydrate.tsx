import { Window } from 'happy-dom';
import { act, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { onTestFinished } from 'vitest';
import { BasePath } from '#ui/base-path.ts';

export interface Hydrated {
  /** holds the part as the browser has it now */
  page: HTMLElement;
  /** HTML as the server wrote it */
  written: string;
  /** complaints of React: what the server wrote and what the browser draws first have to be the same */
  problems: unknown[];
}

/**
 * Draws a part as the server does and hydrates it in a document of its own (happy-dom), which ends with the test. It has no layout, no
 * styles and no network: focus, sizes, Back and what a call brings are shown by a journey.
 */
export async function hydrate(part: ReactNode): Promise<Hydrated> {
  const whole = <BasePath value="/swhysc">{part}</BasePath>;
  // before there is a document: the server has none
  const written = renderToString(whole);
  const window = new Window({ url: 'http://localhost/swhysc/' });
  const { document } = window;
  // React complains of work outside `act` where a test says that it is one
  const globals = { window, document, IS_REACT_ACT_ENVIRONMENT: true };
  Object.assign(globalThis, globals);
  const { hydrateRoot } = await import('react-dom/client');
  document.body.innerHTML = `<main>${written}</main>`;
  const page = document.querySelector('main') as unknown as HTMLElement;
  const problems: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(page, whole, { onRecoverableError: (problem) => void problems.push(problem) }),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
    await window.happyDOM.close();
  });
  return { page, written, problems };
}
