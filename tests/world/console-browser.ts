import { expect, request, test, type APIRequestContext, type Page } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grant } from '#rules/people/staff-rights.ts';
import type { StaffRequest } from '#wire/console-answers.ts';
import { cheapHash } from './cheap-password.ts';
import { inStore } from './journey-store.ts';

/** The console's people: the demonstration accounts, and others that a journey makes for itself alone. */
export interface Account {
  account: string;
  name: string;
  password: string;
}

/** A demonstration account; they are made some seconds after the first start. */
export async function demoAccount(account: string): Promise<Account> {
  const file = join(process.env.JOURNEY_DATA_DIR!, 'console', 'demo-accounts.json');
  await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
  const accounts = JSON.parse(readFileSync(file, 'utf8')) as Account[];
  await (cheapened ??= storeCheaply(accounts));
  return accounts.find((one) => one.account === account)!;
}

let cheapened: Promise<void> | undefined;

/**
 * Stores the passwords of these people at a cost that journeys can pay: they sign in some hundred times, which took half
 * of the server’s time. The journeys of the sign-in and of the first day set passwords as people do.
 */
const storeCheaply = (people: readonly Pick<Account, 'account' | 'password'>[]): Promise<void> =>
  inStore('console', async ({ db }) => {
    for (const { account, password } of people)
      await db
        .updateTable('staff')
        .set({ password: cheapHash(password), must_change: false })
        .where('account', '=', account)
        .execute();
  });

/** Fills the sign-in that is on the page and waits until somebody is in. */
export async function signIn(page: Page, { account, password }: Pick<Account, 'account' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: '账号' }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: /^查找/ })).toBeVisible();
}

/**
 * Opens a screen of the console as somebody who has signed in: by the call that the form makes, without loading the form's
 * page first (console-sign-in.spec.ts fills it).
 */
export const openSignedIn = (
  page: Page,
  person: Pick<Account, 'account' | 'password'>,
  path = '/console/',
): Promise<void> => openSignedInAt(page, test.info().project.use.baseURL!, person, path);

/** The same at the server of a page that is not the project's. */
export async function openSignedInAt(
  page: Page,
  origin: string,
  { account, password }: Pick<Account, 'account' | 'password'>,
  path: string,
): Promise<void> {
  await sent(page.request, '/session', { account, password }, { origin });
  await page.goto(path);
  await expect(page.getByRole('banner').getByRole('button', { name: /^查找/ })).toBeVisible();
}

export interface Admin {
  /** @returns the answer's data */
  post: <T>(path: string, data?: object) => Promise<T>;
  /** a person of a name that no other journey has, with a link for the password */
  add: (name: string, grants: Grant[]) => Promise<{ staffId: number; account: string; name: string; link: string }>;
  /** the same, with a password that is set */
  addReady: (name: string, grants: Grant[]) => Promise<Account & { staffId: number }>;
  close: () => Promise<void>;
}

const PASSWORD = 'vier kleine Boote';

/** A system administrator beside the browser: the same calls, from another address. */
export async function adminOf(baseURL: string): Promise<Admin> {
  const { account, password } = await demoAccount('system-admin');
  const client = await request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL, 'x-forwarded-for': `10.${digits()}.${digits()}.7` },
  });
  const post = <T>(path: string, data: object = {}) => sent<T>(client, path, data);
  await post('/session', { account, password });
  const add: Admin['add'] = async (name, grants) => {
    const made = { account: `a${Date.now().toString(36)}${digits()}`, name: `${name}${digits()}` };
    const { staffId, link, isWaiting } = await post<{ staffId: number; link: string; isWaiting: boolean }>('/people', {
      ...made,
      grants,
    });
    if (isWaiting) await confirmFor(baseURL, staffId);
    return { ...made, staffId, link: new URL(link).pathname + new URL(link).hash };
  };
  const addReady: Admin['addReady'] = async (name, grants) => {
    const { link: _, ...made } = await add(name, grants);
    const ready = { ...made, password: PASSWORD };
    await storeCheaply([ready]);
    return ready;
  };
  return { post, add, addReady, close: () => client.dispose() };
}

/** The second administrator of the demonstration confirms what waits for this person. */
async function confirmFor(baseURL: string, staffId: number): Promise<void> {
  const { account, password } = await demoAccount('system-admin-2');
  const client = await request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL, 'x-forwarded-for': `10.${digits()}.${digits()}.8` },
  });
  await sent(client, '/session', { account, password });
  const { data } = (await (await client.get('/console/api/staff-requests')).json()) as { data: StaffRequest[] };
  for (const one of data.filter((waiting) => waiting.staffId === staffId))
    await sent(client, `/staff-requests/${one.requestId}/confirm`, {});
  await client.dispose();
}

const digits = (): number => Math.floor(Math.random() * 250) + 1;

async function sent<T>(client: APIRequestContext, path: string, data: object, headers = {}): Promise<T> {
  const answer = await client.post(`/console/api${path}`, { data, headers });
  const { code, msg, data: given } = (await answer.json()) as { code: string; msg: string; data: T };
  expect(code, msg).toBe('0');
  return given;
}

/** Code that an authenticator app shows (RFC 6238). @param ahead steps of 30 s into the future */
export function totp(secret: string, ahead = 0): string {
  const bits = [...secret]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const mac = createHmac('sha1', key).update(step).digest();
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** An act of an edition's screen, through its dialog. */
export const act = async (page: Page, name: string, note?: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (note !== undefined) await dialog.getByRole('textbox').fill(note);
  await dialog.getByRole('button', { name, exact: true }).click();
};

/** Opens a tab of an edition's page, by the beginning of its name. */
export const openTab = async (page: Page, name: '差异' | '访客将看到的' | '全部内容' | '经过'): Promise<void> => {
  const tab = page
    .getByRole('navigation', { name: '稿件的各部分' })
    .getByRole('link', { name: new RegExp(`^${name}`) });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
};

/** The console's calls as this person, beside the browser. */
export async function callsOf(baseURL: string, { account, password }: Pick<Account, 'account' | 'password'>) {
  const client = await request.newContext({
    baseURL,
    extraHTTPHeaders: {
      origin: baseURL,
      'x-forwarded-for': `10.8.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    },
  });
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = (await (await client.post(`/console/api${path}`, { data })).json()) as {
      code: string;
      msg: string;
      data: T;
    };
    expect(answer.code, answer.msg).toBe('0');
    return answer.data;
  };
  await post('/session', { account, password });
  return { post, close: () => client.dispose() };
}
