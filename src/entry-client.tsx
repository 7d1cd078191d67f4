/** First code of a visitor's browser: hydrates the page that the server has drawn. */
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { visibleBlocks } from '#page/bind-params.ts';
import type { SiteState } from '#page/page-schema.ts';
import { readIn } from '#ui/script/active-script.ts';
import { browserAddress } from './site/moves/address.ts';
import { createCalls } from './site/answers/calls.ts';
import { printFoot } from './site/print-foot.ts';
import { SiteApp } from './site/SiteApp.tsx';
import { loadViews } from './site/views.ts';
import './site/site.css';

const root = document.getElementById('root')!;
const state = JSON.parse(document.getElementById('state')!.textContent!) as SiteState;

const inside = (element: string) => document.querySelector(element)?.innerHTML ?? '';
const still = { side: inside('.side'), footer: inside('.footer') };

/** Before anything is drawn, or it would be drawn in the other script than the server's. */
const readScript = async () =>
  state.traditional &&
  readIn((await import('./site/traditional.ts')).traditionalScript(state.traditional.protectedTerms));

printFoot();

const atOnce = visibleBlocks(state.page, state.query).filter(({ id }) => !state.onUse?.includes(id));

// the files of both were fetched with this one (entry-start.ts), so this waits for nothing new
void Promise.all([loadViews(atOnce.map(({ widget }) => widget)), readScript()]).then(() => {
  // hydration as a transition gives way to the visitor every few milliseconds instead of running to its end
  startTransition(() => {
    hydrateRoot(root, <SiteApp state={state} calls={createCalls(state)} still={still} address={browserAddress()} />);
  });
});
