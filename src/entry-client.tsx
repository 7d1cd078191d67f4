/** What a visitor's browser runs first: the page that the server has drawn becomes a living one. */
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { visibleBlocks } from '#page/bind-params.ts';
import type { SiteState } from '#page/page-schema.ts';
import { createCalls } from './site/calls.ts';
import { SiteApp } from './site/SiteApp.tsx';
import { loadViews } from './site/views.ts';
import './site/site.css';

const root = document.getElementById('root')!;
const state = JSON.parse(document.getElementById('state')!.textContent!) as SiteState;

const inside = (element: string) => document.querySelector(element)?.innerHTML ?? '';
const still = { side: inside('.side'), footer: inside('.footer') };

// the views of this page are preloaded by its head, so this waits for nothing new
void loadViews(visibleBlocks(state.page, state.query).map((block) => block.widget)).then(() => {
  // as a transition hydration gives way to the visitor every few milliseconds instead of running to its end
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <SiteApp state={state} calls={createCalls(state)} still={still} />
      </BrowserRouter>,
    );
  });
});
