import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { pause, startProcess } from './product.ts';

/**
 * Chromium by its DevTools protocol, with nothing attached that a visitor's browser has not. A library that drives
 * browsers also switches on the inspector of scripts (Runtime, Debugger). With it V8 parses the whole module anew for
 * every Error that is made. On a page of ours that is 100 ms of a slow processor which no visitor ever waits for.
 */
export interface Devtools {
  /** A tab of its own, with empty storage and cache. */
  open: () => Promise<Tab>;
  close: () => Promise<void>;
}

export interface Tab {
  send: (method: string, params?: object) => Promise<Record<string, unknown>>;
  /** parameters of all events of this name so far */
  events: (method: string) => Record<string, unknown>[];
  close: () => Promise<void>;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** @throws with what the browser printed when it does not start */
export async function startChromium(chromium: string): Promise<Devtools> {
  const folder = mkdtempSync(join(tmpdir(), 'site-chromium-'));
  const flags = [
    '--headless',
    ...(getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
  ];
  const { child, output, stop } = startProcess([chromium, ...flags, 'about:blank']);
  const addressIn = (text: string) => /DevTools listening on (\S+)/.exec(text)?.[1];
  for (let tries = 0; tries < 500 && !addressIn(output()) && child.exitCode === null; tries += 1) await pause(20);
  const address = addressIn(output());
  if (address === undefined) throw new Error(`Chromium did not start: ${output()}`);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no answer from ${address}`)), { once: true });
  });

  let last = 0;
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >();
  const seen = new Map<string, Message[]>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) return void seen.get(message.sessionId ?? '')?.push(message);
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) pending?.reject(new Error(message.error.message));
    else pending?.resolve(message.result ?? {});
  });
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      waiting.set((last += 1), { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    });

  return {
    async open() {
      const { browserContextId } = await send('Target.createBrowserContext');
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string };
      const messages: Message[] = [];
      seen.set(sessionId, messages);
      return {
        send: (method, params) => send(method, params, sessionId),
        events: (method) => messages.filter((one) => one.method === method).map(({ params }) => params ?? {}),
        async close() {
          seen.delete(sessionId);
          await send('Target.disposeBrowserContext', { browserContextId });
        },
      };
    },
    async close() {
      socket.close();
      await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
